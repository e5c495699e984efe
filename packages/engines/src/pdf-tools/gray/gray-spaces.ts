/**
 * Color spaces in gray with the same number of components, so that what uses them stays as it is: colors of spaces that are
 * selected by name, shadings, patterns, and images with a palette.
 */
import {
  dictOf,
  type IndirectObject,
  isReference,
  type PdfDict,
  type PdfValue,
  textStream,
} from '../qpdf/pdf-value.ts'
import { shadeOf } from './shade-of.ts'

export type ColorKind = 'gray' | 'rgb' | 'cmyk' | 'lab'

interface KindRules {
  readonly components: number
  /** As a PostScript calculator function of PDF. */
  readonly program: string
  shadeOf(components: readonly number[]): number
}

const rgbProgram = '0.114 mul exch 0.587 mul add exch 0.299 mul add'
const rules: Readonly<Record<Exclude<ColorKind, 'gray'>, KindRules>> = {
  rgb: { components: 3, program: rgbProgram, shadeOf },
  cmyk: { components: 4, program: `4 1 roll ${rgbProgram} add 1 exch sub`, shadeOf },
  // Lightness is perceived like the shades of DeviceGray.
  lab: { components: 3, program: 'pop pop 100 div', shadeOf: ([lightness = 0]) => lightness / 100 },
}

const maxDepth = 8

export interface SpaceContext {
  readonly objects: ReadonlyMap<string, IndirectObject>
  readonly changes: Map<string, IndirectObject>
  /** Data of a stream, decoded; undefined if its filter is unknown. */
  readonly dataOf: (reference: string) => Promise<Buffer | undefined>
  readonly add: (object: IndirectObject) => string
}

export class GraySpaces {
  /** Color spaces that stay as they are. */
  unconverted = 0
  private readonly done = new Set<string>()
  private readonly lumaFunctions = new Map<string, string>()
  private readonly context: SpaceContext

  constructor(context: SpaceContext) {
    this.context = context
  }

  kindOf(space: PdfValue | undefined, depth = 0): ColorKind | undefined {
    if (depth > maxDepth) return undefined
    if (isReference(space)) return this.kindOf(this.context.objects.get(space)?.value, depth + 1)
    const [type, detail] = Array.isArray(space) ? space : [space]
    if (type === '/DeviceGray' || type === '/CalGray') return 'gray'
    if (type === '/DeviceRGB' || type === '/CalRGB') return 'rgb'
    if (type === '/DeviceCMYK') return 'cmyk'
    if (type === '/Lab') return 'lab'
    if (type !== '/ICCBased' || !isReference(detail)) return undefined
    const count = dictOf(this.context.objects.get(detail))['/N']
    return count === 1 ? 'gray' : count === 3 ? 'rgb' : count === 4 ? 'cmyk' : undefined
  }

  async convert(space: PdfValue, depth = 0): Promise<PdfValue> {
    if (depth > maxDepth) return space
    if (isReference(space)) {
      const value = this.context.objects.get(space)?.value
      if (this.done.has(space) || value === undefined) return space
      this.done.add(space)
      const converted = await this.convert(value, depth + 1)
      if (converted !== value) this.context.changes.set(space, { value: converted })
      return space
    }
    const kind = this.kindOf(space)
    if (kind === 'rgb' || kind === 'cmyk') return this.deviceN(kind)
    if (kind === 'lab') this.unconverted++
    if (kind !== undefined || !Array.isArray(space)) return space
    return this.convertSpecial(space, depth)
  }

  private async convertSpecial(space: readonly PdfValue[], depth: number): Promise<PdfValue> {
    const [type = null, second = null, third = null, fourth = null] = space
    if (type === '/Indexed' || type === '/I')
      return [type, await this.convert(second, depth + 1), third, fourth]
    if (type === '/Pattern' && space.length > 1) return [type, await this.convert(second, depth + 1)]
    if (type !== '/Separation' && type !== '/DeviceN') return [...space]
    const alternate = this.kindOf(third)
    if (alternate === 'gray') return [...space]
    const tint = alternate === undefined ? undefined : await this.tintFunction(fourth, rules[alternate])
    if (tint !== undefined) return [type, second, '/DeviceGray', tint]
    this.unconverted++
    return [...space]
  }

  private deviceN(kind: 'rgb' | 'cmyk'): PdfValue {
    const { components, program } = rules[kind]
    const names = Array.from({ length: components }, (_, index) => `/Component${index + 1}`)
    const known = this.lumaFunctions.get(kind)
    const luma = known ?? this.context.add(calculator(program, { '/Domain': names.flatMap(() => [0, 1]) }))
    this.lumaFunctions.set(kind, luma)
    return ['/DeviceN', names, '/DeviceGray', luma]
  }

  /** The function of a tint, with the shade of gray as its only result. */
  private async tintFunction(given: PdfValue, to: KindRules, depth = 0): Promise<PdfValue | undefined> {
    if (depth > maxDepth) return undefined
    const object = isReference(given) ? this.context.objects.get(given) : { value: given }
    const dict = dictOf(object)
    if (dict['/FunctionType'] === 2) {
      const gray = (key: string, fallback: number) => {
        const values = dict[key]
        return [to.shadeOf(Array.isArray(values) ? values.map(Number) : [fallback])]
      }
      return this.context.add({
        value: { ...dict, '/C0': gray('/C0', 0), '/C1': gray('/C1', 1), '/Range': [0, 1] },
      })
    }
    if (dict['/FunctionType'] === 3 && Array.isArray(dict['/Functions'])) {
      const parts: PdfValue[] = []
      for (const part of dict['/Functions']) {
        const converted = await this.tintFunction(part, to, depth + 1)
        if (converted === undefined) return undefined
        parts.push(converted)
      }
      return this.context.add({ value: { ...dict, '/Functions': parts, '/Range': [0, 1] } })
    }
    const data = isReference(given) ? await this.context.dataOf(given) : undefined
    if (data === undefined) return undefined
    const { '/Domain': domain = [0, 1] } = dict
    if (dict['/FunctionType'] === 4) {
      const program = /^[^{]*\{(.*)\}/s.exec(data.toString('latin1'))?.[1]
      return program === undefined
        ? undefined
        : this.context.add(calculator(`${program} ${to.program}`, { '/Domain': domain }))
    }
    return dict['/FunctionType'] === 0 ? this.sampled(dict, data, to) : undefined
  }

  /** Of 8 bits; shades are linear in the components, so that it makes no difference to interpolate them. */
  private sampled(dict: PdfDict, data: Buffer, to: KindRules): PdfValue | undefined {
    const range = dict['/Decode'] ?? dict['/Range']
    if (dict['/BitsPerSample'] !== 8 || !Array.isArray(range)) return undefined
    const limits = range.map(Number)
    const samples = Buffer.alloc(Math.floor(data.length / to.components))
    for (let sample = 0; sample < samples.length; sample++) {
      const values = Array.from({ length: to.components }, (_, index) => {
        const [low = 0, high = 1] = limits.slice(index * 2, index * 2 + 2)
        return low + ((data[sample * to.components + index] ?? 0) / 255) * (high - low)
      })
      samples[sample] = Math.round(255 * Math.min(1, Math.max(0, to.shadeOf(values))))
    }
    const {
      '/Filter': _filter,
      '/DecodeParms': _parms,
      '/Length': _length,
      '/Decode': _decode,
      ...kept
    } = dict
    return this.context.add({
      stream: { dict: { ...kept, '/Range': [0, 1] }, data: samples.toString('base64') },
    })
  }
}

function calculator(program: string, dict: PdfDict): IndirectObject {
  return textStream(`{${program}}`, { '/FunctionType': 4, '/Range': [0, 1], ...dict })
}

/** Colors of annotations have as many numbers as their space has components. */
export function grayArray(value: PdfValue): PdfValue {
  if (!Array.isArray(value) || (value.length !== 3 && value.length !== 4)) return value
  return value.every(item => typeof item === 'number') ? [shadeOf(value.map(Number))] : value
}
