/** A drawing as a picture of pixels: workers cannot read SVG, the page can. */

/** Of a drawing that says no size of its own. */
const usualSide = 1024

/** Undefined when the browser cannot draw it. */
export async function drawSvg(file: Blob): Promise<Blob | undefined> {
  const url = URL.createObjectURL(new Blob([file], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth || usualSide
    canvas.height = image.naturalHeight || usualSide
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const { promise, resolve } = Promise.withResolvers<Blob | null>()
    canvas.toBlob(resolve, 'image/png')
    return (await promise) ?? undefined
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(url)
  }
}
