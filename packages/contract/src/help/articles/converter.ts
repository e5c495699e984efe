/** Help: the converter of the home page. */
import { homeMessages } from '../../messages/home.ts'
import { convertAudio } from '../../operations/convert-audio.ts'
import { convertImage } from '../../operations/convert-image.ts'
import { convertVideo } from '../../operations/convert-video.ts'
import { plans } from '../../plans.ts'
import { homeExtract } from '../../tools/home-extract.ts'
import { homeTools } from '../../tools/registry.ts'
import { formatNames, joinWith, keptFact, sizeFacts } from '../describe-limits.ts'
import { toolSections } from '../tool-guide.ts'

const { image, video, audio } = homeTools
const labels = (choices: readonly { readonly label: string }[]) =>
  joinWith(
    'or',
    choices.map(({ label }) => label),
  )

export const converterArticle = toolSections({
  what: [
    'The home page turns an image, a video or a recording into another format. It needs no account.',
    'Pictures keep their transparency and animation wherever the new format can hold them, and their colours and orientation. Places and other private data in photos and videos are left out.',
    'Video and sound that already fit the new format are copied as they are, without any loss; the result says when that was so. Everything else is encoded anew.',
  ],
  steps: [
    `Choose the tab: ${image.label}, ${video.label} or ${audio.label}.`,
    'Drop the file anywhere on the page, choose it, or paste it from the clipboard.',
    'When it has arrived, choose the output format. A line below says what each format is good for.',
    `Choose the quality: ${labels(image.qualities)} for images, ${labels(video.qualities)} for video, a bitrate for audio.`,
    `Press "${image.convertLabel}", "${video.convertLabel}" or "${audio.convertLabel}". Visitors and people on ${plans.free.label} wait a few seconds first.`,
    'The download starts by itself. "Convert another" brings you back to the beginning.',
  ],
  formats: [
    {
      facts: [
        { label: 'Images in', value: formatNames(convertImage.inputs) },
        { label: 'Images out', value: formatNames(image.outputs) },
        { label: 'Video in', value: formatNames(convertVideo.inputs) },
        { label: 'Video out', value: formatNames(video.outputs) },
        { label: 'Audio in', value: formatNames(convertAudio.inputsWith({})) },
        { label: 'Audio out', value: formatNames(audio.outputs) },
      ],
    },
    `"${homeMessages.extractMode}" on the ${audio.label} tab takes a video and offers ${formatNames(homeExtract.outputs)}.`,
  ],
  limits: [
    ...sizeFacts(image.call.maxBytes, 'Image'),
    ...sizeFacts(video.call.maxBytes, 'Video'),
    ...sizeFacts(audio.call.maxBytes, 'Recording, or video to take the sound from'),
    { label: 'Counts as', value: 'one conversion a file' },
    keptFact,
  ],
  tips: [
    'For photos choose JPG, or WEBP for smaller files. For drawings and screenshots PNG stays sharp.',
    'A video is never enlarged: choosing 1080p for a small video keeps its own size.',
    'A higher bitrate cannot improve a recording. The page shows the bitrate of your file, and the result is never above it.',
    'To convert many files at once, use the Batch Converter.',
  ],
  troubles: [
    {
      problem: 'The file is too large.',
      answer: `Each tab says how large a file may be. ${plans.basic.label} and ${plans.pro.label} raise the limits.`,
    },
    {
      problem: 'It says that the file is damaged or of a kind it does not know.',
      answer:
        'What a file is, is read from its content and not from its name. Open it in the program it came from and save it again. A shortcut or a playlist only names other files.',
    },
    {
      problem: 'The browser shows no preview.',
      answer: 'Some formats cannot be shown by browsers. Converting works all the same.',
    },
    {
      problem: 'The download did not start.',
      answer:
        'Press Download on the result, or open it from Recent Conversions. Some browsers ask before a page may download files.',
    },
  ],
})
