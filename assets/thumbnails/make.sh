#!/bin/sh
# Draws the pictures of the welcome card anew: assets/thumbnails/make.sh, in the root of the project. Needs ImageMagick.
set -eu
picture() { # NAME [CLIP SECONDS]
    cargo run --quiet --release -- render "assets/$1.glb" --compare two-phase --size 1440x800 \
        ${2:+--clip "$2" --time "$3"} --out "$folder/$1.png"
    convert "$folder/$1.png" -gravity center -crop 1066x800+0+0 +repage -resize 248x186 -strip -colors 200 \
        "assets/thumbnails/$1.png"
}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
picture biped walk 0.3
picture arm "bend elbow" 1
picture hand point 1
picture creature "look around" 1
picture cloth 0 1
picture cylinder twist 1
picture biped_mesh
