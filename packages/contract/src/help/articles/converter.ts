/** Help article: home page converter. */
import { type Instance, onlyPublic } from '../../instance.ts'
import { homeMessages } from '../../messages/home.ts'
import { convertImage } from '../../operations/convert-image.ts'
import { convertVideo } from '../../operations/convert-video.ts'
import { audioFiles } from '../../operations/media-calls.ts'
import { plans } from '../../plans.ts'
import { homeExtract } from '../../tools/home-extract.ts'
import { homeTools } from '../../tools/registry.ts'
import { allOutputs } from '../../tools/tool.ts'
import { formatNames, joinWith, keptFact, sizeFacts } from '../describe-limits.ts'
import { toolSections } from '../tool-guide.ts'

const { image, video, audio } = homeTools
const labels = (choices: readonly { readonly label: string }[]) =>
  joinWith(
    'or',
    choices.map(({ label }) => label),
  )

export const converterArticle = (instance: Instance) =>
  toolSections({
    what: [
      'The converter on the home page changes the format of an image, a video or an audio file. No account is needed.',
      'Images keep their colors and orientation, and their transparency and animation if the output format supports them. Location data and other private metadata are removed from photos and videos.',
      'A TIFF with several pages, or a HEIC file with several images, is converted as a whole: PDF and TIFF keep the pages, a GIF shows one after the other, and other formats come as numbered files in a ZIP file. You can also choose one page.',
      'Video and audio that already fit the output format are copied without quality loss, and the result says so. Everything else is re-encoded.',
    ],
    steps: [
      `Choose a tab: ${image.label}, ${video.label} or ${audio.label}.`,
      'Drop a file anywhere on the page, select it, or paste it from the clipboard.',
      'When the upload is complete, choose the output format. A note explains what each format is best for.',
      `Choose the quality: ${labels(image.qualities)} for images, ${labels(video.qualities)} for video, or a bitrate for audio.`,
      `Press "${image.convertLabel}", "${video.convertLabel}" or "${audio.convertLabel}".${instance === 'public' ? ` Without an account or on ${plans.free.label}, there is a wait of a few seconds first.` : ''}`,
      'The download starts automatically. "Convert another" lets you start over.',
    ],
    formats: [
      {
        facts: [
          { label: 'Image input', value: formatNames(convertImage.inputs) },
          { label: 'Image output', value: formatNames(allOutputs(image)) },
          { label: 'Video input', value: formatNames(convertVideo.inputs) },
          { label: 'Video output', value: formatNames(video.outputs) },
          { label: 'Audio input', value: formatNames(audioFiles) },
          { label: 'Audio output', value: formatNames(audio.outputs) },
        ],
      },
      `"${homeMessages(instance).extractMode}" on the ${audio.label} tab accepts a video and saves its audio as ${formatNames(homeExtract.outputs)}.`,
    ],
    limits: [
      ...sizeFacts(instance, image.call.maxBytes, 'Image'),
      ...sizeFacts(instance, video.call.maxBytes, 'Video'),
      ...sizeFacts(instance, audio.call.maxBytes, 'Audio, or video for extraction'),
      ...onlyPublic(instance, { label: 'Counts as', value: 'one conversion per file' }),
      keptFact(instance),
    ],
    tips: [
      'Use JPG for photos, or WEBP for smaller files. PNG keeps drawings and screenshots sharp.',
      'Videos are never upscaled: if you choose 1080p for a smaller video, it keeps its original resolution.',
      'A higher bitrate cannot improve audio. The page shows the bitrate of your file, and the result never exceeds it.',
      'Drop several images at once on the Image tab to convert them together. For other files, use the Batch Converter.',
      'The result of an image shows both versions with a slider between them. "Change options" lets you try another quality.',
    ],
    troubles: [
      {
        problem: 'The file is too large.',
        answer: `Each tab shows the maximum file size.${instance === 'public' ? ` ${plans.basic.label} and ${plans.pro.label} have higher limits.` : ''}`,
      },
      {
        problem: 'An error says that the file is damaged or not supported.',
        answer:
          'The file type is detected from the content, not from the file name. Open the file in the program that created it and save it again. Shortcuts and playlists only point to other files and cannot be converted.',
      },
      {
        problem: 'The file has no preview.',
        answer: 'Browsers cannot display some formats. You can still convert the file.',
      },
      {
        problem: 'The download did not start.',
        answer:
          'Press Download on the result, or open it from Recent Conversions. Some browsers ask for permission before a page can download files.',
      },
    ],
  })
