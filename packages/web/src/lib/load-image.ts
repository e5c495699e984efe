/** A chosen picture as the browser draws it: upright, an SVG too; undefined for formats it does not know. */

export async function loadImage(file: Blob): Promise<HTMLImageElement | undefined> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return image
  } catch {
    return undefined
  } finally {
    // What is decoded stays with the picture.
    URL.revokeObjectURL(url)
  }
}
