import dualskin
import pytest


@pytest.fixture(scope="session")
def arm():
    return dualskin.open("builtin:arm")
