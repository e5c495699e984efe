/** `image`, `imagemask` and `colorimage`, with operands or a dictionary. */
import type { ByteStream } from '../files/byte-stream.ts'
import { type ColorSpace, deviceCmyk, deviceGray, deviceRgb } from '../graphics/color-spaces.ts'
import type { Graphics } from '../graphics/graphics.ts'
import { checkSize, drawImage, type ImageSource, paintMask, readMask } from '../graphics/images.ts'
import { numberAt, numbersAt } from '../graphics/patterns.ts'
import { PsError } from '../language/errors.ts'
import type { Interpreter, OperatorTable } from '../language/interpreter.ts'
import { PsArray, PsDict } from '../language/objects.ts'
import { streamOf } from './files.ts'
import { matrixFrom } from './paths.ts'

const sampleSizes = [1, 2, 4, 8, 12, 16]

function checkBits(bits: number): number {
  if (!sampleSizes.includes(bits)) throw new PsError('rangecheck')
  return bits
}

function needed(dict: PsDict, key: string): number {
  const value = numberAt(dict, key)
  if (value === undefined) throw new PsError('typecheck')
  return value
}

function streamsOf(ps: Interpreter, dict: PsDict): ByteStream[] {
  const source = dict.get('DataSource')
  const several = dict.get('MultipleDataSources') === true && source instanceof PsArray
  return several ? source.toList().map(each => streamOf(ps, each)) : [streamOf(ps, source)]
}

function imageOf(ps: Interpreter, dict: PsDict, space: ColorSpace): ImageSource {
  return {
    width: needed(dict, 'Width'),
    height: needed(dict, 'Height'),
    bits: checkBits(needed(dict, 'BitsPerComponent')),
    matrix: matrixFrom(dict.get('ImageMatrix') ?? null),
    streams: streamsOf(ps, dict),
    space,
    decode: numbersAt(dict, 'Decode'),
  }
}

function imageFromDict(ps: Interpreter, graphics: Graphics): void {
  const dict = ps.popDict()
  const space = graphics.state.colorSpace
  const kind = numberAt(dict, 'ImageType') ?? 1
  if (kind === 1) drawImage(ps, graphics, imageOf(ps, dict, space))
  else if (kind === 4) {
    const color = dict.get('MaskColor')
    const maskColor =
      color instanceof PsArray ? ps.numbersOf(color.toList()) : [numberAt(dict, 'MaskColor') ?? -1]
    drawImage(ps, graphics, { ...imageOf(ps, dict, space), maskColor })
  } else if (kind === 3) maskedImage(ps, graphics, dict, space)
  else throw new PsError('rangecheck')
}

const interleaves = { samples: 1, rows: 2, separate: 3 } as const

function maskedImage(ps: Interpreter, graphics: Graphics, dict: PsDict, space: ColorSpace): void {
  const [data, mask] = [dict.get('DataDict'), dict.get('MaskDict')]
  if (!(data instanceof PsDict) || !(mask instanceof PsDict)) throw new PsError('typecheck')
  const image = imageOf(ps, data, space)
  if (numberAt(dict, 'InterleaveType') !== interleaves.separate) {
    graphics.warnings.add('image mask')
    drawImage(ps, graphics, image)
    return
  }
  const [width, height] = [needed(mask, 'Width'), needed(mask, 'Height')]
  checkSize(ps, width, height, 1)
  const [stream] = streamsOf(ps, mask)
  if (stream === undefined) throw new PsError('typecheck')
  // A sample of 1 hides the image, unless it is inverted.
  const isInverted = numbersAt(mask, 'Decode')?.[0] === 1
  const bits = readMask({ width, height, stream, matrix: image.matrix, isInverted })
  drawImage(ps, graphics, { ...image, mask: { width, height, data: bits.map(bit => bit * 255) } })
}

function colorImage(ps: Interpreter, graphics: Graphics): void {
  const components = ps.popInteger()
  const isSeveral = ps.popBoolean()
  const space = { 1: deviceGray, 3: deviceRgb, 4: deviceCmyk }[components]
  if (space === undefined) throw new PsError('rangecheck')
  const streams = ps.popMany(isSeveral ? components : 1).map(each => streamOf(ps, each))
  drawImage(ps, graphics, { ...popShape(ps), streams, space, decode: undefined })
}

function popShape(ps: Interpreter) {
  const matrix = matrixFrom(ps.pop())
  const bits = checkBits(ps.popInteger())
  const height = ps.popInteger()
  return { matrix, bits, height, width: ps.popInteger() }
}

export function imageOperators(graphics: Graphics): OperatorTable {
  return {
    image: ps => {
      if (ps.peek() instanceof PsDict) return imageFromDict(ps, graphics)
      const stream = streamOf(ps, ps.pop())
      drawImage(ps, graphics, { ...popShape(ps), streams: [stream], space: deviceGray, decode: undefined })
    },
    colorimage: ps => colorImage(ps, graphics),
    imagemask: ps => {
      if (ps.peek() instanceof PsDict) {
        const dict = ps.popDict()
        const [stream] = streamsOf(ps, dict)
        if (stream === undefined) throw new PsError('typecheck')
        paintMask(ps, graphics, {
          width: needed(dict, 'Width'),
          height: needed(dict, 'Height'),
          matrix: matrixFrom(dict.get('ImageMatrix') ?? null),
          stream,
          isInverted: numbersAt(dict, 'Decode')?.[0] === 1,
        })
        return
      }
      const stream = streamOf(ps, ps.pop())
      const matrix = matrixFrom(ps.pop())
      const isInverted = ps.popBoolean()
      const height = ps.popInteger()
      paintMask(ps, graphics, { width: ps.popInteger(), height, matrix, stream, isInverted })
    },
  }
}
