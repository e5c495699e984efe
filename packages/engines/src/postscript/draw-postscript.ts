/** Runs a PostScript file and writes what it draws as SVG, one for each page. */

import { type DocumentComments, postScriptPart, readComments } from './dsc.ts'
import { MemoryStream } from './files/byte-stream.ts'
import { Graphics, type JpegImage, type ShownPage } from './graphics/graphics.ts'
import { type BoundingBox, formatNumber } from './graphics/path.ts'
import { makePattern } from './graphics/patterns.ts'
import { fillShading } from './graphics/shadings.ts'
import { unitsPerPoint } from './graphics/state.ts'
import {
  defaultLimits,
  ExitSignal,
  LimitSignal,
  type Limits,
  PsError,
  QuitSignal,
  StopSignal,
} from './language/errors.ts'
import { Interpreter } from './language/interpreter.ts'
import { arithmeticOperators } from './operators/arithmetic.ts'
import { compositeOperators } from './operators/composites.ts'
import { controlOperators } from './operators/control.ts'
import { conversionOperators, formatObject } from './operators/conversion.ts'
import { fileOperators } from './operators/files.ts'
import { imageOperators } from './operators/images.ts'
import { addSystemDictionaries, memoryOperators } from './operators/memory.ts'
import { matrixOperators, pathOperators } from './operators/paths.ts'
import { stackOperators } from './operators/stack.ts'
import { colorOperators, deviceOperators, stateOperators } from './operators/state.ts'
import { addFontDictionaries, textOperators } from './operators/text.ts'

export interface DrawnDocument {
  /** SVG files. */
  readonly pages: readonly string[]
  /** Name of the error, or of the limit, that ended the program early. */
  readonly failure: string | undefined
  /** Features of which only an approximation was drawn. */
  readonly approximations: readonly string[]
}

const defaultPage = { width: 612, height: 792 }
const maxSide = 200_000

export async function drawPostScript(file: Buffer, changes: Partial<Limits> = {}): Promise<DrawnDocument> {
  const { pages, jpegs, ...others } = interpretPostScript(file, { ...defaultLimits, ...changes })
  const uris = await Promise.all(jpegs.map(jpegUri))
  const withImages = (svg: string) =>
    svg.replace(/"jpeg:(\d+);"/g, (_all, id: string) => `"${uris[Number(id)] ?? ''}"`)
  return { ...others, pages: pages.map(withImages) }
}

/** In the pages, JPEG images have their number. */
export function interpretPostScript(file: Buffer, limits: Limits): DrawnDocument & { jpegs: JpegImage[] } {
  const program = postScriptPart(file)
  const comments = readComments(program)
  const graphics = new Graphics(limits)
  if (comments.mediaSize) graphics.pageSize = comments.mediaSize
  const ps = createInterpreter(graphics)
  const failure = run(ps, program)
  const last = graphics.drawing.take()
  const pages: ShownPage[] = [...graphics.pages]
  if (!last.isEmpty && pages.length < limits.maxPages) pages.push({ ...last, size: graphics.pageSize })
  return {
    pages: pages.filter(({ content }, at) => content !== '' || at === 0).map(page => toSvg(page, comments)),
    jpegs: graphics.jpegs,
    failure,
    approximations: [...graphics.warnings],
  }
}

/** As it is, or as PNG where viewers disagree about the colors. */
async function jpegUri({ file, isPlain, isInverted, components }: JpegImage): Promise<string> {
  const plain = `data:image/jpeg;base64,${Buffer.from(file).toString('base64')}`
  if (isPlain) return plain
  const { default: sharp } = await import('sharp')
  try {
    let image = sharp(file, { limitInputPixels: defaultLimits.maxPixels })
    // Programs of Adobe store CMYK inverted, and say so in the file, which libvips reads, and by the Decode array.
    if (isInverted && components !== 4) image = image.negate()
    const png = await image.toColourspace('srgb').png({ compressionLevel: 4 }).toBuffer()
    return `data:image/png;base64,${png.toString('base64')}`
  } catch {
    return plain
  }
}

export function createInterpreter(graphics: Graphics): Interpreter {
  const ps = new Interpreter(graphics.limits)
  for (const table of [
    stackOperators,
    arithmeticOperators,
    controlOperators,
    compositeOperators,
    conversionOperators,
    fileOperators,
    memoryOperators,
    matrixOperators(graphics),
    pathOperators(graphics),
    stateOperators(graphics),
    colorOperators(graphics),
    deviceOperators(graphics),
    textOperators(graphics),
    imageOperators(graphics),
    {
      shfill: (given: Interpreter) => fillShading(given, graphics),
      makepattern: (given: Interpreter) => makePattern(given, graphics),
    },
  ])
    ps.addOperators(table)
  addSystemDictionaries(ps)
  addFontDictionaries(ps)
  return ps
}

/** Returns what ended the program early. */
function run(ps: Interpreter, program: Uint8Array): string | undefined {
  try {
    ps.runStream(new MemoryStream(program))
    return undefined
  } catch (error) {
    if (error instanceof QuitSignal) return undefined
    if (error instanceof StopSignal) return describe(ps, error.message || 'stop')
    if (error instanceof ExitSignal) return 'invalidexit'
    if (error instanceof LimitSignal) return `limit: ${error.message}`
    if (error instanceof PsError) return error.error
    if (error instanceof RangeError) return 'limit: call stack'
    throw error
  }
}

/** For the log. */
function describe(ps: Interpreter, error: string): string {
  const command = ps.lastError.get('command')
  return command ? `${error} in ${formatObject(command)}` : error
}

/** In points; the y axis of PostScript goes up. */
function toSvg({ definitions, content, size }: ShownPage, comments: DocumentComments): string {
  const { left, bottom, right, top } = pageBox(size, comments)
  const [width, height] = [Math.min(maxSide, right - left), Math.min(maxSide, top - bottom)].map(formatNumber)
  const scale = 1 / unitsPerPoint
  const matrix = [scale, 0, 0, -scale, -left, top]
    .map(value => String(Number(value.toPrecision(8))))
    .join(' ')
  const defs = definitions === '' ? '' : `<defs>\n${definitions}\n</defs>\n`
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}pt" height="${height}pt" viewBox="0 0 ${width} ${height}">\n` +
    `${defs}<g transform="matrix(${matrix})">\n${content}\n</g>\n</svg>\n`
  )
}

function pageBox(size: ShownPage['size'], { isEps, box, mediaSize }: DocumentComments): BoundingBox {
  if (box && (isEps || (size === undefined && mediaSize === undefined))) return box
  const { width, height } = size ?? mediaSize ?? defaultPage
  return { left: 0, bottom: 0, right: width, top: height }
}
