/** A chosen picture as the browser draws it: upright, an SVG too; undefined for formats it does not know. */

export async function loadPicture(file: Blob): Promise<HTMLImageElement | undefined> {
  const url = URL.createObjectURL(file)
  const picture = new Image()
  picture.src = url
  try {
    await picture.decode()
    return picture
  } catch {
    return undefined
  } finally {
    // What is decoded stays with the picture.
    URL.revokeObjectURL(url)
  }
}
