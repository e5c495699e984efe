/** Help article: GIF Maker. */

import { formatNames, keptFact, sizeFacts } from '../../help/describe-limits.ts'
import { toolSections } from '../../help/tool-guide.ts'
import { type Instance, onlyPublic } from '../../instance.ts'
import { convertImage } from '../../operations/convert-image.ts'
import { convertVideo } from '../../operations/convert-video.ts'
import {
  createGif,
  gifBounds,
  gifOutputs,
  maxCaptionCharacters,
  maxGifImages,
} from '../../operations/create-gif.ts'
import { gifMessages as words } from './messages.ts'

const { fps, width, duration } = gifBounds

export const gifArticle = (instance: Instance) =>
  toolSections({
    what: [
      'The GIF Maker creates an animated GIF from part of a video or from a series of images.',
      'The preview plays like the final GIF, and the file size is estimated from a few frames before you create it.',
    ],
    steps: [
      'Drop one video, or several images.',
      'For a video, select the part you want on the filmstrip. For images, drag them into order and set how long each one is shown.',
      `Set the frame rate, width and quality. "${words.settings.more}" has the format, looping, reverse playback, a caption and a size limit.`,
      `Press "${words.create}", then download the GIF.`,
    ],
    formats: [
      {
        facts: [
          { label: 'Video input', value: formatNames(convertVideo.inputs) },
          { label: 'Image input', value: formatNames(convertImage.inputs) },
          ...gifOutputs.map(format => ({
            label: `Output: ${formatNames([format])}`,
            value: words.settings.formatNotes[format],
          })),
        ],
      },
    ],
    limits: [
      ...sizeFacts(instance, createGif.maxBytes),
      { label: 'Images per GIF', value: `up to ${maxGifImages}` },
      { label: 'Length', value: `up to ${duration.max} seconds of a video` },
      { label: 'Frame rate', value: `${fps.min} to ${fps.max} frames per second` },
      { label: 'Width', value: `${width.min} to ${width.max} pixels` },
      { label: 'Caption', value: `up to ${maxCaptionCharacters} characters` },
      ...onlyPublic(instance, {
        label: 'Counts as',
        value: 'one conversion, regardless of the number of images',
      }),
      keptFact(instance),
    ],
    tips: [
      words.advice,
      'Width has the biggest effect: half the width makes the file about a quarter of the size.',
      `${fps.default} frames per second are enough for most GIFs; smooth motion needs 15 or more.`,
      'If you can use WEBP or MP4, choose one of them: the file is much smaller and has full color.',
      'If a chat or forum has a size limit, set a maximum file size and the GIF is made to fit.',
    ],
    troubles: [
      { problem: 'An error says "Invalid files".', answer: words.invalid.description },
      {
        problem: 'The GIF is too large.',
        answer: 'Make it shorter, narrower or slower, choose Low quality, or set a size limit.',
      },
      {
        problem: 'The colors look coarse.',
        answer: 'A GIF can have at most 256 colors. Choose High quality, or use WEBP or APNG for full color.',
      },
      { problem: 'The video does not play.', answer: words.video.unplayable },
    ],
  })
