/** Decodes an image file in the browser with EXIF orientation applied; undefined for unsupported formats. */

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
    // The decoded image does not need the URL.
    URL.revokeObjectURL(url)
  }
}
