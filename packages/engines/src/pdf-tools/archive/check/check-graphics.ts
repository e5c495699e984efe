/** Rules about colors, images, forms, graphics states and transparency. */
import type { PdfDocument } from '../../qpdf/pdf-document.ts'
import { isDictionary, isName, type PdfDict, type PdfValue, referencedNumber } from '../../qpdf/pdf-value.ts'
import { isUsableProfile, readIccProfile } from '../icc-profile.ts'
import type { ContentFacts } from '../read-content.ts'
import type { ReportFinding } from './rules.ts'

/** The boxes of a JPEG 2000 file that PDF/A has rules about. */

interface Jpeg2000 {
  readonly components: number | undefined
  readonly bits: number | undefined
  readonly hasMixedBits: boolean
  readonly colorSpaces: readonly {
    readonly method: number
    readonly isPreferred: boolean
    readonly enumerated: number | undefined
  }[]
}

const variableBits = 255

/** Undefined without a header. */
function readJpeg2000(data: Buffer): Jpeg2000 | undefined {
  const boxes = [...boxesOf(data)].flatMap(({ type, content }) =>
    type === 'jp2h' ? [...boxesOf(content)] : [],
  )
  const colorSpaces = boxes.flatMap(({ type, content }) => {
    if (type !== 'colr' || content.length < 3) return []
    const method = content.readUInt8(0)
    const enumerated = method === 1 && content.length >= 7 ? content.readUInt32BE(3) : undefined
    return [{ method, isPreferred: content.readUInt8(2) === 1, enumerated }]
  })
  const header = boxes.find(({ type, content }) => type === 'ihdr' && content.length >= 11)?.content
  if (header !== undefined) {
    const bits = header.readUInt8(10)
    return {
      components: header.readUInt16BE(8),
      bits: bits === variableBits ? undefined : (bits & 0x7f) + 1,
      hasMixedBits: bits === variableBits,
      colorSpaces,
    }
  }
  // A stream without boxes begins with its size.
  const isStream = data.length > 42 && data.readUInt32BE(0) === 0xff4fff51
  return isStream
    ? { components: data.readUInt16BE(40), bits: undefined, hasMixedBits: false, colorSpaces }
    : undefined
}

function* boxesOf(data: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let at = 0; at + 8 <= data.length; ) {
    const short = data.readUInt32BE(at)
    const isLong = short === 1 && at + 16 <= data.length
    const size = isLong ? Number(data.readBigUInt64BE(at + 8)) : short === 0 ? data.length - at : short
    const header = isLong ? 16 : 8
    if (size < header) return
    yield { type: data.toString('latin1', at + 4, at + 8), content: data.subarray(at + header, at + size) }
    at += size
  }
}

export interface GraphicsCheck {
  readonly document: PdfDocument
  readonly content: ContentFacts
  /** Bytes of profiles and JPEG 2000 images by object number. */
  readonly data: ReadonlyMap<number, Buffer>
  readonly report: ReportFinding
}

const intents = new Set(['/RelativeColorimetric', '/AbsoluteColorimetric', '/Perceptual', '/Saturation'])
const blendModes = new Set(
  `/Normal /Compatible /Multiply /Screen /Overlay /Darken /Lighten /ColorDodge /ColorBurn /HardLight /SoftLight /Difference
   /Exclusion /Hue /Saturation /Color /Luminosity`.split(/\s+/),
)
const deepestNesting = 28
const longestString = 32_767

export function checkGraphics(check: GraphicsCheck): void {
  const { document, content, report } = check
  checkOutputIntents(check)
  const spots = new Map<string, string>()
  document.walk(document.trailer(), number => {
    const object = document.object(number)
    visitValues(object?.stream?.dict ?? object?.value ?? null, value => {
      if (Array.isArray(value)) checkColorSpace(check, value, `object ${number}`, spots)
      if (isDictionary(value)) checkGraphicsState(document, value, `object ${number}`, report)
    })
    if (object?.stream !== undefined) checkXObject(check, number, object.stream.dict)
  })
  if (content.deepestNesting > deepestNesting)
    report('limits', `graphics states are nested ${content.deepestNesting} levels deep`)
  if (content.longestString > longestString) report('limits', 'a string in the content of a page is too long')
  for (const operator of content.unknownOperators)
    report('operators', `the content of a page has the unknown operator ${operator.slice(0, 20)}`)
  if (content.hasInheritedResources) report('operators', 'content uses resources that are not its own')
  for (const intent of content.renderingIntents)
    if (!intents.has(intent)) report('rendering-intents', `${intent.slice(1, 40)} is not one of the four`)
}

function visitValues(value: PdfValue, visit: (value: PdfValue) => void): void {
  visit(value)
  if (Array.isArray(value)) for (const item of value) visitValues(item, visit)
  else if (isDictionary(value)) for (const item of Object.values(value)) visitValues(item, visit)
}

function checkOutputIntents({ document, content, data, report }: GraphicsCheck): void {
  const catalog = document.dictionary(document.trailer()['/Root'])
  const listed = document.array(catalog?.['/OutputIntents']).map(item => document.dictionary(item) ?? {})
  const profiles = new Set(
    listed.flatMap(({ '/DestOutputProfile': value }) => (value === undefined ? [] : [String(value)])),
  )
  if (profiles.size > 1) report('output-intent', 'output intents have different profiles')
  const intent = listed.find(({ '/S': subtype }) => subtype === '/GTS_PDFA1')
  const profile = readIccProfile(
    data.get(referencedNumber(intent?.['/DestOutputProfile']) ?? -1) ?? Buffer.alloc(0),
  )
  const components = Number(document.dictionary(intent?.['/DestOutputProfile'])?.['/N'] ?? 0)
  if (intent !== undefined) {
    const isOutput = profile?.deviceClass === 'prtr' || profile?.deviceClass === 'mntr'
    if (!isOutput || !isUsableProfile(profile, components))
      report('output-intent', 'its ICC profile is not valid')
    if (intent['/OutputConditionIdentifier'] === undefined) report('output-intent', 'it has no identifier')
  } else if (content.deviceSpaces.size > 0) report('output-intent', 'there is no output intent for PDF/A')
  for (const space of content.deviceSpaces) {
    const isDefined =
      space === '/DeviceGray'
        ? profile !== undefined
        : profile?.components === (space === '/DeviceRGB' ? 3 : 4)
    if (!isDefined) report('device-colors', `${space.slice(1)} is used without a definition`)
  }
}

function checkColorSpace(
  { document, data, report }: GraphicsCheck,
  value: PdfValue[],
  where: string,
  spots: Map<string, string>,
): void {
  const [kind, first, alternate, tint] = value
  if (kind === '/ICCBased') {
    const number = referencedNumber(first)
    const components = Number(document.dictionary(first)?.['/N'] ?? 0)
    const profile = readIccProfile(data.get(number ?? -1) ?? Buffer.alloc(0))
    if (!isUsableProfile(profile, components))
      report('color-profiles', `the profile of ${where} is not valid`)
  }
  if (kind !== '/Separation' || !isName(first) || value.length < 4) return
  const definition = JSON.stringify([document.resolve(alternate), tint])
  const known = spots.get(first)
  if (known !== undefined && known !== definition && !isSame(document, known, definition))
    report('spot-colors', `the spot color ${first.slice(1, 60)} has two definitions`)
  spots.set(first, definition)
}

/** The same function may be stored twice. */
function isSame(document: PdfDocument, one: string, other: string): boolean {
  const expanded = (text: string) => {
    const [alternate, tint]: [PdfValue, PdfValue] = JSON.parse(text)
    const object = document.object(referencedNumber(tint) ?? -1)
    const dict = { ...(object?.stream?.dict ?? document.dictionary(tint)) }
    return JSON.stringify([alternate, dict])
  }
  return expanded(one) === expanded(other)
}

function checkGraphicsState(
  document: PdfDocument,
  dict: PdfDict,
  where: string,
  report: ReportFinding,
): void {
  // A soft mask may have a transfer function.
  const isState =
    dict['/Type'] === undefined
      ? dict['/G'] === undefined && ['/BM', '/TR', '/TR2', '/HT', '/OPM'].some(key => key in dict)
      : dict['/Type'] === '/ExtGState'
  if (!isState) return
  if (dict['/TR'] !== undefined) report('graphics-state', `${where} has a transfer function`)
  if (dict['/TR2'] !== undefined && document.resolve(dict['/TR2']) !== '/Default')
    report('graphics-state', `${where} has a transfer function`)
  if (dict['/HTP'] !== undefined) report('graphics-state', `${where} has a halftone phase`)
  const halftone = document.dictionary(dict['/HT'])
  if (halftone !== undefined && halftone['/HalftoneType'] !== 1 && halftone['/HalftoneType'] !== 5)
    report('graphics-state', `${where} has a halftone that is not permitted`)
  if (halftone?.['/HalftoneName'] !== undefined) report('graphics-state', `${where} names a halftone`)
  const intent = document.resolve(dict['/RI'])
  if (isName(intent) && !intents.has(intent))
    report('rendering-intents', `${where} has ${intent.slice(1, 40)}`)
  for (const mode of [document.resolve(dict['/BM'])].flat())
    if (isName(mode) && !blendModes.has(mode))
      report('transparency', `${where} has the blend mode ${mode.slice(1, 40)}`)
}

function checkXObject({ document, data, report }: GraphicsCheck, number: number, dict: PdfDict): void {
  const where = `object ${number}`
  if (dict['/Subtype'] === '/PS') report('forms', `${where} is PostScript`)
  if (dict['/Subtype'] === '/Form') {
    if (dict['/OPI'] !== undefined || dict['/PS'] !== undefined || dict['/Subtype2'] === '/PS')
      report('forms', `${where} has PostScript or OPI data`)
    if (dict['/Ref'] !== undefined) report('forms', `${where} refers to another file`)
  }
  if (dict['/Subtype'] !== '/Image') return
  if (dict['/Alternates'] !== undefined) report('images', `${where} has alternates`)
  if (dict['/OPI'] !== undefined) report('images', `${where} has OPI data`)
  if (document.resolve(dict['/Interpolate']) === true) report('images', `${where} is interpolated`)
  const intent = document.resolve(dict['/Intent'])
  if (isName(intent) && !intents.has(intent))
    report('rendering-intents', `${where} has ${intent.slice(1, 40)}`)
  const isJpeg2000 = [document.resolve(dict['/Filter'])].flat().at(-1) === '/JPXDecode'
  if (!isJpeg2000) return
  const problem = jpeg2000Problem(data.get(number), dict)
  if (problem !== undefined) report('jpeg-2000', `${where} ${problem}`)
}

function jpeg2000Problem(data: Buffer | undefined, dict: PdfDict): string | undefined {
  const image = data && readJpeg2000(data)
  if (image === undefined) return 'cannot be read'
  if (image.components !== undefined && ![1, 3, 4].includes(image.components))
    return `has ${image.components} color components`
  if (image.bits !== undefined && (image.bits < 1 || image.bits > 38))
    return `has ${image.bits} bits per component`
  if (image.hasMixedBits) return 'has components of different depths'
  if (dict['/ColorSpace'] !== undefined) return undefined
  const { colorSpaces } = image
  if (colorSpaces.length > 1 && colorSpaces.filter(({ isPreferred }) => isPreferred).length !== 1)
    return 'has several color spaces'
  const chosen = colorSpaces.find(({ isPreferred }) => isPreferred) ?? colorSpaces[0]
  if (chosen?.method !== undefined && ![1, 2, 3].includes(chosen.method))
    return 'has a color space of an unknown kind'
  if (chosen?.enumerated === 19) return 'has colors of CIEJab'
  return undefined
}
