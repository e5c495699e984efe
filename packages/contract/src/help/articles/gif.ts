/** Help: the GIF Maker. */
import { gifMessages as words } from '../../messages/gif.ts'
import { convertImage } from '../../operations/convert-image.ts'
import { convertVideo } from '../../operations/convert-video.ts'
import {
  createGif,
  gifBounds,
  gifOutputs,
  maxCaptionCharacters,
  maxGifImages,
} from '../../operations/create-gif.ts'
import { formatNames, keptFact, sizeFacts } from '../describe-limits.ts'
import { toolSections } from '../tool-guide.ts'

const { fps, width, duration } = gifBounds

export const gifArticle = toolSections({
  what: [
    'It makes a moving picture: out of a piece of a video, or out of pictures that follow one another.',
    'The preview plays as the result will, and its size is measured from a few frames before you make it.',
  ],
  steps: [
    'Drop one video, or several pictures.',
    'Of a video, choose the piece on the filmstrip. Pictures can be dragged into order, each with its own time.',
    `Set frame rate, width and quality. Under "${words.settings.more}" are format, repetitions, backwards, a caption and a size limit.`,
    `Press "${words.create}", then take it home.`,
  ],
  formats: [
    {
      facts: [
        { label: 'Video in', value: formatNames(convertVideo.inputs) },
        { label: 'Pictures in', value: formatNames(convertImage.inputs) },
        ...gifOutputs.map(format => ({
          label: `Out: ${formatNames([format])}`,
          value: words.settings.formatNotes[format],
        })),
      ],
    },
  ],
  limits: [
    ...sizeFacts(createGif.maxBytes),
    { label: 'Pictures in one GIF', value: `up to ${maxGifImages}` },
    { label: 'Length', value: `up to ${duration.max} seconds of a video` },
    { label: 'Frame rate', value: `${fps.min} to ${fps.max} frames a second` },
    { label: 'Width', value: `${width.min} to ${width.max} pixels` },
    { label: 'Caption', value: `up to ${maxCaptionCharacters} characters` },
    { label: 'Counts as', value: 'one conversion, however many pictures' },
    keptFact,
  ],
  tips: [
    words.advice,
    'Width makes the most difference: half the width is about a quarter of the file.',
    `${fps.default} frames a second are enough for most things; smooth movement needs 15 or more.`,
    'If the place where you show it takes WEBP or MP4, choose that: it is much smaller and has all colours.',
    'Set "Not larger than" when a chat or a forum has a limit: the GIF is then made small enough.',
  ],
  troubles: [
    { problem: 'It says "Invalid files".', answer: words.invalid.description },
    {
      problem: 'The GIF is too large.',
      answer: 'Make it shorter, narrower or slower, choose Low quality, or set a size limit.',
    },
    {
      problem: 'Colours look coarse.',
      answer: 'A GIF has 256 colours at most. Choose High quality, or WEBP or APNG, which have all of them.',
    },
    { problem: 'I cannot see the video.', answer: words.video.unplayable },
  ],
})
