/** Gives colors a definition: sRGB as the output intent, a profile for CMYK, and valid profiles. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { dumpStreams } from '../../compress/dump-streams.ts'
import {
  isDictionary,
  type PdfDict,
  type PdfValue,
  pdfString,
  referencedNumber,
} from '../../qpdf/pdf-value.ts'
import { isUsableProfile, readIccProfile } from '../icc-profile.ts'
import type { ContentFacts } from '../read-content.ts'
import type { ArchiveEdit } from './archive-edit.ts'
import { mapResources } from './fix-resources.ts'

/** Returns the list of output intents for the catalog. */
export async function fixColors(edit: ArchiveEdit, content: ContentFacts): Promise<PdfValue> {
  const { document } = edit
  const srgb = await edit.addStream(await srgbProfile(), { '/N': 3 })
  const invalid = await invalidProfiles(edit)
  let cmyk: PdfValue | null = null
  if (content.deviceSpaces.has('/DeviceCMYK') || hasCmyk(edit) || [...invalid.values()].includes(4)) {
    cmyk = [
      '/ICCBased',
      (await ownCmykProfile(edit)) ?? (await edit.addStream(await cmykProfile(), { '/N': 4 })),
    ]
    edit.changes.add('CMYK colors without a definition were given a profile for coated paper (CGATS 001).')
  }
  const spaces: SpaceChanges = { cmyk, invalid, srgb: ['/ICCBased', srgb] }
  document.walk(document.trailer(), number => {
    const object = document.object(number)
    const before = object?.stream?.dict ?? object?.value ?? null
    const after = isDictionary(before) ? fixEntries(before, spaces) : fixSpaces(before, spaces)
    if (JSON.stringify(after) !== JSON.stringify(before)) document.set(number, after)
  })
  if (cmyk !== null)
    mapResources(document, resources => {
      const named = document.dictionary(resources['/ColorSpace']) ?? {}
      return { ...resources, '/ColorSpace': { '/DefaultCMYK': cmyk, ...named } }
    })
  const intent = document.add({
    '/Type': '/OutputIntent',
    '/S': '/GTS_PDFA1',
    '/OutputConditionIdentifier': pdfString('sRGB IEC61966-2.1'),
    '/Info': pdfString('sRGB IEC61966-2.1'),
    '/DestOutputProfile': srgb,
  })
  return [intent]
}

interface SpaceChanges {
  /** Color space for CMYK, where it is needed. */
  readonly cmyk: PdfValue
  readonly srgb: PdfValue
  /** Numbers of components by the object number of the profile. */
  readonly invalid: ReadonlyMap<number, number>
}

/** The one that libvips brings. */
async function srgbProfile(): Promise<Buffer> {
  const image = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } })
  const { icc } = await sharp(await image.withIccProfile('srgb').png().toBuffer()).metadata()
  if (icc === undefined) throw new Error('no sRGB profile')
  return icc
}

/** In the public domain (CC0), part of pdf.js. */
function cmykProfile(): Promise<Buffer> {
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  return readFile(join(folder, 'iccs', 'CGATS001Compat-v2-micro.icc'))
}

/** Of the output intent that the document had. */
async function ownCmykProfile({ document, path, prefix }: ArchiveEdit): Promise<string | undefined> {
  const catalog = document.dictionary(document.trailer()['/Root'])
  for (const intent of document.array(catalog?.['/OutputIntents'])) {
    const value = document.dictionary(intent)?.['/DestOutputProfile']
    const number = referencedNumber(value)
    if (number === undefined || document.dictionary(value)?.['/N'] !== 4) continue
    const file = (await dumpStreams(path, [number], `${prefix}-intent`)).get(number)
    if (file !== undefined && isUsableProfile(readIccProfile(await readFile(file.datafile)), 4))
      return `${number} 0 R`
  }
  return undefined
}

async function invalidProfiles({ document, path, prefix }: ArchiveEdit): Promise<Map<number, number>> {
  const components = new Map<number, number>()
  document.walk(document.trailer(), (_number, body) => {
    for (const [, number] of body.matchAll(/"\/ICCBased",\s*"(\d+) 0 R"/g))
      components.set(Number(number), Number(document.dictionary(`${number} 0 R`)?.['/N'] ?? 3))
  })
  const streams = [...components.keys()].filter(number => document.object(number)?.stream !== undefined)
  const dumped = await dumpStreams(path, streams, `${prefix}-profile`)
  const invalid = new Map<number, number>()
  for (const [number, count] of components) {
    const file = dumped.get(number)
    const profile = file && readIccProfile(await readFile(file.datafile))
    if (!isUsableProfile(profile, count)) invalid.set(number, count)
  }
  return invalid
}

/** In images, palettes, spot colors, shadings or groups. */
function hasCmyk({ document }: ArchiveEdit): boolean {
  let isFound = false
  document.walk(document.trailer(), (_number, body) => {
    isFound ||= body.includes('"/DeviceCMYK"')
  })
  return isFound
}

/** Entries that are color spaces, also the named ones of resources. */
function fixEntries(dict: PdfDict, spaces: SpaceChanges): PdfDict {
  const fixed: PdfDict = {}
  for (const [key, item] of Object.entries(dict)) {
    const isSpace = key === '/ColorSpace' || key === '/CS'
    if (isDictionary(item)) fixed[key] = isSpace ? fixNamedSpaces(item, spaces) : fixEntries(item, spaces)
    else fixed[key] = isSpace || Array.isArray(item) ? fixSpaces(item, spaces) : item
  }
  return fixed
}

function fixNamedSpaces(named: PdfDict, spaces: SpaceChanges): PdfDict {
  return Object.fromEntries(Object.entries(named).map(([name, space]) => [name, fixSpaces(space, spaces)]))
}

function fixSpaces(value: PdfValue, spaces: SpaceChanges): PdfValue {
  if (value === '/DeviceCMYK') return spaces.cmyk ?? value
  if (!Array.isArray(value)) return value
  const [kind, profile] = value
  if (kind === '/ICCBased') {
    const components = spaces.invalid.get(referencedNumber(profile) ?? -1)
    if (components === undefined) return value
    return components === 1 ? '/DeviceGray' : components === 4 ? (spaces.cmyk ?? value) : spaces.srgb
  }
  return value.map(item => fixSpaces(item, spaces))
}
