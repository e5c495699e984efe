/** Text of a page of a single conversion: what is kept, what is lost, and the limits. */
import { metadataRefusal } from './advanced-option-refusals.ts'
import { holdsExif } from './advanced-options.ts'
import { toMegabytes } from './bytes.ts'
import { contentFacts, type PairFacts } from './content-facts.ts'
import { operationsFor } from './conversions.ts'
import { type FormatId, formatFacts, formats, holds } from './formats.ts'
import { factsByPlan, joinWith, keptFact, sizeFacts } from './help/describe-limits.ts'
import type { Instance } from './instance.ts'
import { pairMessages } from './messages/pair.ts'
import { operations } from './operations/registry.ts'
import type { FormatPair } from './pair-pages.ts'
import { plans } from './plans.ts'
import type { TextFact, TextSection } from './text-section.ts'
import { batchMessages } from './tools/batch/messages.ts'

export function pairSections(instance: Instance, pair: FormatPair): readonly TextSection[] {
  const { kept, lost } = pairFacts(pair)
  const extensions = formats[pair.from].extensions.map(extension => `.${extension}`)
  return [
    { id: 'kept', heading: pairMessages.kept, blocks: [{ points: kept }] },
    { id: 'lost', heading: pairMessages.lost, blocks: [{ points: lost }] },
    {
      id: 'limits',
      heading: pairMessages.limits,
      blocks: [{ facts: limitFacts(instance, pair) }, pairMessages.extensions(joinWith('or', extensions))],
    },
  ]
}

function limitFacts(instance: Instance, { from, to }: FormatPair): TextFact[] {
  const [operation] = operationsFor(from, to)
  return [
    ...(operation ? sizeFacts(instance, operations[operation].maxBytes, pairMessages.fileSize) : []),
    ...factsByPlan(instance, pairMessages.severalFiles, plan =>
      batchMessages.limits(plans[plan].batchFiles, toMegabytes(plans[plan].batchFileBytes)),
    ),
    keptFact(instance),
  ]
}

/** What a conversion keeps and what it loses, derived from what is known of the two formats. */
type Describe = (pair: FormatPair, labels: { readonly from: string; readonly to: string }) => PairFacts

const textOnly: readonly FormatId[] = ['txt', 'md']

export function pairFacts(pair: FormatPair): PairFacts {
  const labels = { from: formats[pair.from].label, to: formats[pair.to].label }
  const [operation] = operationsFor(pair.from, pair.to)
  const facts = operation && contentFacts(operation, pair.from, pair.to)
  return facts ?? describerOf(pair)(pair, labels)
}

function describerOf(pair: FormatPair): Describe {
  const { kind } = formats[pair.from]
  if (kind === 'image') return ofImage(pair)
  return kind === 'video' || kind === 'audio' ? ofMedia(pair) : generalFacts
}

function ofImage({ to }: FormatPair): Describe {
  if (to === 'pdf') return imagePdfFacts
  if (textOnly.includes(to)) return recognizedTextFacts
  if (to === 'zip') return faviconFacts
  if (formats[to].kind === 'video') return videoFacts
  return formats[to].kind === 'image' ? imageFacts : generalFacts
}

function ofMedia({ from, to }: FormatPair): Describe {
  const toKind = formats[to].kind
  if (toKind === 'audio') return formats[from].kind === 'audio' ? audioFacts : soundFacts
  if (toKind === 'video') return videoFacts
  return toKind === 'image' ? animationFacts : transcriptFacts
}

const imageFacts: Describe = ({ from, to }, labels) => {
  const isVector = from === 'svg'
  const { isLossless } = formatFacts(to)
  const canKeepMetadata = holdsExif(to) && metadataRefusal({ keepMetadata: true }, [from]) === undefined
  const hasLost = (trait: Parameters<typeof holds>[1]) => holds(from, trait) && !holds(to, trait)
  return {
    kept: [
      ...(isLossless ? [`Every pixel: ${labels.to} compresses without loss.`] : []),
      ...(holds(from, 'alpha') && holds(to, 'alpha') ? ['Transparent areas.'] : []),
      ...(holds(from, 'frames') && holds(to, 'frames')
        ? ['The frames of an animation, and their timing.']
        : []),
      ...(holds(from, 'pages') && holds(to, 'pages') ? ['All pages.'] : []),
      holds(to, 'profile')
        ? 'Colors, with their color profile.'
        : 'Colors, converted to sRGB, which every screen shows.',
      'The orientation of the camera, which is applied to the pixels.',
    ],
    lost: [
      ...(isLossless ? [] : [`Fine detail: ${labels.to} compresses with loss. A higher quality loses less.`]),
      ...(hasLost('alpha')
        ? [`Transparency, which ${labels.to} does not have. Transparent areas become white.`]
        : []),
      ...(hasLost('frames') ? ['The animation: its frames become numbered files in a ZIP file.'] : []),
      ...(hasLost('pages') ? ['Pages in one file: they become numbered files in a ZIP file.'] : []),
      ...(hasLost('16-bit') ? ['Colors finer than 8 bits per channel.'] : []),
      ...(isVector ? ['Shapes: the drawing becomes pixels, and is no longer sharp at any size.'] : []),
      canKeepMetadata
        ? 'Location data, always, and other metadata unless you choose to keep it.'
        : 'Metadata such as the location, the camera and the date.',
    ],
  }
}

const imagePdfFacts: Describe = ({ from }, labels) => ({
  kept: [
    'The image, on a page of its shape.',
    ...(holds(from, 'pages') || holds(from, 'frames') ? ['All pages, in one document.'] : []),
  ],
  lost: ['Text in the image stays an image: it cannot be searched or copied.', metadataOf(labels.from)],
})

const recognizedTextFacts: Describe = () => ({
  kept: ['The text that is recognized in the image (OCR), with its lines and paragraphs.'],
  lost: [
    'The image itself, with its colors and layout.',
    'Letters that are hard to read may be wrong: check the result.',
  ],
})

const faviconFacts: Describe = () => ({
  kept: [
    'The image as the icons of a website (favicons), with a manifest and the HTML for them, in a ZIP file.',
  ],
  lost: ['Fine detail, which small icons do not show.', 'Transparency in the icons of home screens.'],
})

const videoFacts: Describe = ({ from }, labels) =>
  formats[from].kind === 'image'
    ? {
        kept: ['The frames of the animation, and their timing.'],
        lost: ['Transparent areas, which are filled.'],
      }
    : {
        kept: [
          'Picture and sound, with their aspect ratio and frame rate.',
          `All audio tracks, subtitles and chapters that ${labels.to} can hold.`,
        ],
        lost: [
          `Fine detail where ${labels.to} needs another codec or you choose a smaller size.`,
          'Colors of HDR videos are converted to those of ordinary screens.',
          'Location data.',
        ],
      }

const soundFacts: Describe = ({ to }, labels) => ({
  kept: [
    'The sound of the first audio track.',
    ...(formatFacts(to).isLossless ? [`Every sample: ${labels.to} does not compress with loss.`] : []),
  ],
  lost: [
    'The picture.',
    ...(formatFacts(to).isLossless ? [] : ['Details that are hard to hear. A higher bitrate loses less.']),
  ],
})

const audioFacts: Describe = ({ to }, labels) => ({
  kept: [
    ...(formatFacts(to).isLossless ? [`Every sample: ${labels.to} does not compress with loss.`] : []),
    `Title, artist and other tags, and cover art where ${labels.to} can hold it.`,
  ],
  lost: formatFacts(to).isLossless
    ? [`Nothing that ${labels.from} has. Sound that was compressed with loss before does not improve.`]
    : ['Details that are hard to hear. A higher bitrate loses less.'],
})

const animationFacts: Describe = (_pair, labels) => ({
  kept: [`The first seconds of the picture, as an animated ${labels.to}.`],
  lost: ['The sound.', 'Frames and size: choose them for a smaller or a better file.'],
})

const transcriptFacts: Describe = () => ({
  kept: ['What is spoken, as text with times.'],
  lost: ['Picture and sound.', 'Words that are hard to hear may be wrong: check the result.'],
})

const generalFacts: Describe = (_pair, labels) => ({
  kept: [`The content, as far as ${labels.to} can hold it.`],
  lost: [`What ${labels.to} does not have.`],
})

function metadataOf(label: string): string {
  return `Metadata of the ${label} file, such as camera and location.`
}
