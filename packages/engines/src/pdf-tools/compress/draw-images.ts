/** Pixels of images that only PDFium decodes (JPEG 2000, JBIG2, fax data, inks): each is drawn on a page of its size. */
import { readFile, rm } from 'node:fs/promises'
import sharp from 'sharp'
import { openForRendering, renderPage } from '../../pdf/render/render-page.ts'
import type { PdfDocument } from '../qpdf/pdf-document.ts'
import { type PdfDict, referenceTo } from '../qpdf/pdf-value.ts'
import type { ShownImage } from './find-images.ts'
import { drawnImage, type ReadableImage } from './read-pixels.ts'

type Color = readonly [red: number, green: number, blue: number]
/** Under the image: where nothing else is seen, it could not be decoded. */
const background: Color = [255, 0, 255]
/** Under a stencil, which is painted in black. */
const white: Color = [255, 255, 255]

export interface DrawnImages {
  /** Undefined for an image that PDFium cannot decode. */
  open(index: number): Promise<ReadableImage | undefined>
  close(): void
}

export async function drawImages(
  document: PdfDocument,
  images: readonly ShownImage[],
  prefix: string,
  maxPixels: number,
): Promise<DrawnImages> {
  const path = `${prefix}.pdf`
  await writePages(document, images, path)
  const opened = await openForRendering(await readFile(path), { maxPages: images.length, maxPixels })
  await rm(path)
  return {
    async open(index) {
      const image = images[index]
      if (image === undefined) return undefined
      const rendered = await renderPage(opened.getPage(index), 72, maxPixels)
      const { data, info } = await rendered.raw().toBuffer({ resolveWithObject: true })
      const { width, height } = info
      const isWhole = width === Number(image.dict['/Width']) && height === Number(image.dict['/Height'])
      return isWhole && !hasOnly(data, backgroundOf(image))
        ? readable(document, image, { data, width, height })
        : undefined
    },
    close: () => opened.destroy(),
  }
}

async function writePages(document: PdfDocument, images: readonly ShownImage[], path: string): Promise<void> {
  const drawn = document.copy()
  const kids = images.map(image => {
    const { objectNumber, dict } = image
    const { '/SMask': _soft, '/Mask': _mask, '/OC': _layer, ...bare } = dict
    drawn.set(objectNumber, bare)
    const [width, height] = [Number(dict['/Width']), Number(dict['/Height'])]
    const size = `${width} 0 0 ${height} 0 0 cm`
    const under = backgroundOf(image).map(value => value / 255)
    const content = `q ${size} ${under.join(' ')} rg 0 0 1 1 re f Q 0 g ${size} /Image Do`
    return drawn.add({
      '/Type': '/Page',
      '/MediaBox': [0, 0, width, height],
      '/Resources': { '/XObject': { '/Image': referenceTo(objectNumber) } },
      '/Contents': drawn.setStream({ dict: {}, data: Buffer.from(content).toString('base64') }),
    })
  })
  const pages = drawn.add({ '/Type': '/Pages', '/Kids': kids, '/Count': kids.length })
  const root = drawn.add({ '/Type': '/Catalog', '/Pages': pages })
  await drawn.save(path, { trailer: { '/Root': root }, workFolder: `${path}.work` })
}

interface Drawn {
  /** Red, green and blue. */
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

function readable(
  document: PdfDocument,
  { dict }: ShownImage,
  { data, width, height }: Drawn,
): ReadableImage {
  const { isBilevel, hasPalette } = drawnImage(document, dict)
  const isGray = isBilevel || data.every((value, index) => value === data[index - (index % 3)])
  const colors: PdfDict =
    dict['/ImageMask'] === true
      ? { '/ImageMask': true }
      : { '/ColorSpace': isGray ? '/DeviceGray' : '/DeviceRGB' }
  return {
    width,
    height,
    channels: isGray ? 1 : 3,
    isJpeg: false,
    isBilevel,
    hasPalette,
    colors,
    open: () => sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false }),
  }
}

function backgroundOf({ dict }: ShownImage): Color {
  return dict['/ImageMask'] === true ? white : background
}

function hasOnly(data: Buffer, color: Color): boolean {
  return data.every((value, index) => value === color[index % 3])
}
