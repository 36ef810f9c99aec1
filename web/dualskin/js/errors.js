// The one error of all calls.

/** Why a call has failed: a sentence, with its parts. */
export class DualskinError extends Error {
  /** @param {string} message @param {{ kind: string, place: string, remedy: string }} parts */
  constructor(message, { kind, place, remedy }) {
    super(message);
    this.name = 'DualskinError';
    this.kind = kind;
    this.place = place;
    this.remedy = remedy;
  }
}

/** An error of an argument, in the form of all others. */
export function badArgument(kind, place, problem, remedy) {
  return new DualskinError(`${place}: ${problem}; ${remedy}.`, { kind, place, remedy });
}

/** Calls the module; what it throws becomes an error of this package. */
export function called(call) {
  try {
    return call();
  } catch (error) {
    if (error instanceof Error && typeof error.kind === 'string') throw new DualskinError(error.message, error);
    throw error;
  }
}
