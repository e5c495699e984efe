/** Rasterizes an SVG on the page, because createImageBitmap in a worker does not support SVG. */

/** For an SVG without intrinsic size. */
const defaultSide = 1024

/** Undefined if the browser cannot render it. */
export async function rasterizeSvg(file: Blob): Promise<Blob | undefined> {
  const url = URL.createObjectURL(new Blob([file], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth || defaultSide
    canvas.height = image.naturalHeight || defaultSide
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
