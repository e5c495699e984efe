/** Steps as the previous version stored them, one for each ability: jobs that are queued during an upgrade must run. */
import { readExecutionPlan } from '@filesmith/contract/schemas/execution-plan'
import { expect, test } from 'vitest'
import { abilities } from './registry.ts'

const image = { quality: 'high', maxKilobytes: 0 }
const languages = { sourceLanguage: 'en', targetLanguage: 'es' }

const storedOptions: Readonly<Record<string, object>> = {
  'sharp-convert': { quality: 'low' },
  'sharp-edit': {
    ...{ quality: 90, brightness: 120, contrast: 100, saturation: 100, blur: 0, rotate: 90, filter: 'sepia' },
    ...{ flipHorizontal: true, flipVertical: false, cropX: 0, cropY: 0, cropWidth: 50, cropHeight: 100 },
    ...{ resizeWidth: 20, resizeHeight: 0, maintainAspectRatio: true },
  },
  'sharp-resize': {
    ...{ width: 40, height: 0, percent: 100, isSmartCrop: false, mode: 'fit', ...image },
    isIntermediate: true,
  },
  'magick-decode': { isIntermediate: true },
  'magick-encode-jxl': image,
  'ffmpeg-video': { quality: '480p' },
  'ffmpeg-audio': { quality: '192', isExtraction: true },
  'ffmpeg-subtitles': { subtitles: '1\n00:00:01,000 --> 00:00:02,000\nHi', way: 'burn' },
  'ffmpeg-edit-audio': {
    ...{ trimStart: 0, trimEnd: 2.5, volume: 1, normalize: false, removeSilence: true },
    ...{ silenceThreshold: -50, fadeIn: 0, fadeOut: 1 },
  },
  'pdf-to-document': { isIntermediate: true },
  'pdf-to-pictures': { quality: 'high' },
  'office-convert': { quality: 'high' },
  'html-to-markdown': { images: 'inline' },
  'pages-convert': {},
  'spreadsheet-convert': {},
  'presentation-convert': {},
  'recognise-text': {
    ...{ preserveLayout: true, enhanceAccuracy: true, detectLanguage: false, includeConfidence: false },
    language: 'deu+fra',
  },
  transcribe: { language: 'auto', includeTimestamps: true },
  'translate-docx': { ...languages, keptAs: 'translated.docx' },
  'translate-txt': languages,
  'gif-create': {
    ...{ fps: 10, width: 480, quality: 'medium', startTime: 0, duration: 5, loopCount: 0 },
    ...{ isReversed: false, caption: '', delays: '', maxKilobytes: 0 },
  },
  'archive/pack': { level: 7 },
  copy: { quality: 'high' },
  'create-qr-code': {
    size: 512,
    errorCorrection: 'M',
    margin: 4,
    foreground: '#000000',
    background: '#ffffff',
  },
}

/** New in this version: no stored plan has them. */
const newEngines: readonly (string | null)[] = [
  'pdf-tools',
  'drawing',
  'data',
  'markup',
  'books',
  'djvu',
  'heif',
]
const newAbilities = ['sharp-favicons', 'archive/convert', 'ffmpeg-audiobook', 'office-drawing-convert']

test.each(abilities.filter(({ id, engine }) => !newEngines.includes(engine) && !newAbilities.includes(id)))(
  'readExecutionPlan: $id of the previous version has valid options',
  ({ id, options }) => {
    const stored = { steps: [{ ability: id, from: 'other', to: 'other', options: storedOptions[id] }] }
    const [step] = readExecutionPlan(stored).steps
    const { keptAs, ...kept } = { keptAs: undefined, ...storedOptions[id] }
    const expected = keptAs === undefined ? kept : { ...kept, isIntermediate: true }
    const used = id === 'office-convert' || id.startsWith('pdf-') ? {} : expected
    expect(options.parse(step?.options)).toMatchObject(used)
  },
)
