/** Writes PDFs with one image per page. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PdfPageSize } from '@filesmith/contract/operations/pdf/images-to-pdf'
import { writePageTree } from '../assemble/page-tree.ts'
import { PdfDocument } from '../qpdf/pdf-document.ts'
import { type PdfValue, referencedNumber } from '../qpdf/pdf-value.ts'
import type { PdfPageImage } from './read-image-pages.ts'

export interface ImagePageLayout {
  readonly pageSize: PdfPageSize
  readonly orientation: 'auto' | 'portrait' | 'landscape'
  /** In millimeters. */
  readonly margin: number
}

export const fittedLayout: ImagePageLayout = { pageSize: 'fit', orientation: 'auto', margin: 0 }

const pointsPerInch = 72
const pointsPerMillimeter = pointsPerInch / 25.4
/** Portrait. */
const paper: Readonly<Record<Exclude<PdfPageSize, 'fit'>, readonly [number, number]>> = {
  a3: [841.89, 1190.55],
  a4: [595.28, 841.89],
  a5: [419.53, 595.28],
  letter: [612, 792],
  legal: [612, 1008],
}
/** Densities outside of this range are placeholders, not an intended print size. */
const printDensity = { min: 97, max: 2400 }
const minMarginArea = 36

export async function writeImagePdf(
  images: AsyncIterable<PdfPageImage>,
  layout: ImagePageLayout,
  resultPath: string,
): Promise<number> {
  const document = new PdfDocument([])
  const dataFolder = `${resultPath}.data`
  await mkdir(dataFolder)
  try {
    const pages: number[] = []
    const addStream = async (data: Uint8Array, dict: Record<string, PdfValue>) => {
      const datafile = join(dataFolder, randomUUID())
      await writeFile(datafile, data)
      return document.setStream({ dict, datafile })
    }
    for await (const image of images) {
      const deviceSpace = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }[image.components]
      const { profile, components, width, height } = image
      const colors: PdfValue =
        profile === undefined
          ? deviceSpace
          : ['/ICCBased', await addStream(profile, { '/N': components, '/Alternate': deviceSpace })]
      const size = { '/Width': width, '/Height': height, '/ColorSpace': colors }
      const kind = { '/Type': '/XObject', '/Subtype': '/Image' }
      const stream = await addStream(image.data, { ...image.dictionary, ...kind, ...size })
      const { page, matrix } = layOutImage(image, layout)
      const drawing = `q ${matrix.map(rounded).join(' ')} cm /Image Do Q`
      const contents = await addStream(Buffer.from(drawing), {})
      const added = document.add({
        '/Type': '/Page',
        '/MediaBox': [0, 0, rounded(page.width), rounded(page.height)],
        '/Contents': contents,
        '/Resources': { '/XObject': { '/Image': stream } },
      })
      pages.push(referencedNumber(added) ?? 0)
    }
    const root = document.add({ '/Type': '/Catalog', '/Pages': writePageTree(document, pages) })
    await document.save(resultPath, { trailer: { '/Root': root }, workFolder: `${resultPath}.work` })
    return pages.length
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Page size, and the matrix that draws the image upright in its middle. */
export function layOutImage(
  image: Pick<PdfPageImage, 'width' | 'height' | 'orientation' | 'density' | 'size'>,
  { pageSize, orientation, margin }: ImagePageLayout,
): { readonly page: Size; readonly matrix: readonly number[] } {
  const { width, height } = image.orientation > 4 ? { width: image.height, height: image.width } : image
  const natural = image.size ?? naturalSize({ width, height }, image.density)
  const border = margin * pointsPerMillimeter
  const page =
    pageSize === 'fit'
      ? { width: natural.width + 2 * border, height: natural.height + 2 * border }
      : paperSize(pageSize, orientation, width > height)
  const inset = Math.min(border, (Math.min(page.width, page.height) - minMarginArea) / 2)
  const area =
    pageSize === 'fit' ? natural : { width: page.width - 2 * inset, height: page.height - 2 * inset }
  const drawn = scaled(natural, Math.min(area.width / natural.width, area.height / natural.height))
  const x = (page.width - drawn.width) / 2
  const y = (page.height - drawn.height) / 2
  return { page, matrix: orientedMatrix(image.orientation, drawn, x, y) }
}

function paperSize(
  pageSize: Exclude<PdfPageSize, 'fit'>,
  orientation: ImagePageLayout['orientation'],
  isWide: boolean,
): Size {
  const [short, long] = paper[pageSize]
  const isLandscape = orientation === 'auto' ? isWide : orientation === 'landscape'
  return isLandscape ? { width: long, height: short } : { width: short, height: long }
}

/** By the resolution of the image. One that is made for screens is at most as large as A4. */
function naturalSize(size: Size, density: number | undefined): Size {
  const isPrint = density !== undefined && density >= printDensity.min && density <= printDensity.max
  if (isPrint) return scaled(size, pointsPerInch / density)
  const bounds = paperSize('a4', 'auto', size.width > size.height)
  return scaled(size, Math.min(1, bounds.width / size.width, bounds.height / size.height))
}

function scaled({ width, height }: Size, factor: number): Size {
  return { width: width * factor, height: height * factor }
}

/** For the eight orientations of EXIF. */
function orientedMatrix(
  orientation: number,
  { width, height }: Size,
  x: number,
  y: number,
): readonly number[] {
  const [right, top] = [x + width, y + height]
  const matrices: Readonly<Record<number, readonly number[]>> = {
    2: [-width, 0, 0, height, right, y],
    3: [-width, 0, 0, -height, right, top],
    4: [width, 0, 0, -height, x, top],
    5: [0, -height, -width, 0, right, top],
    6: [0, -height, width, 0, x, top],
    7: [0, height, width, 0, x, y],
    8: [0, height, -width, 0, right, y],
  }
  return matrices[orientation] ?? [width, 0, 0, height, x, y]
}
