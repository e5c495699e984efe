/** Help: the Image Resizer. */
import { resizeMessages as words } from '../../messages/resize.ts'
import {
  freeResizeImages,
  maxResizedSide,
  maxResizePercent,
  resizeImage,
} from '../../operations/resize-image.ts'
import { plans } from '../../plans.ts'
import { factsByPlan, formatNames, joinWith, keptFact, sizeFacts } from '../describe-limits.ts'
import { toolSections } from '../tool-guide.ts'

const { options } = words
const { methods, methodNotes } = options
const paidPlans = `${plans.basic.label} or ${plans.pro.label}`

export const resizeArticle = toolSections({
  what: [
    'It brings one picture or many to the size you need, and changes their format on the way if you like.',
    'Every chosen picture is resized. One comes back as itself, several come in one ZIP archive. Animations stay animations.',
  ],
  steps: [
    'Drop one image or several.',
    `Choose the method. "${methods.dimensions}": ${methodNotes.dimensions} "${methods.fill}": ${methodNotes.fill} "${methods.percentage}": ${methodNotes.percentage}`,
    `Enter width and height. With "${options.maintainAspectRatio}" nothing is distorted, and one of the two is enough.`,
    'Choose format and quality.',
    `Press "${words.resize}", then take the result home.`,
  ],
  formats: [
    {
      facts: [
        { label: 'In', value: formatNames(resizeImage.inputs) },
        { label: 'Out', value: joinWith('or', Object.values(options.formats)) },
      ],
    },
    '"Original" keeps the format of each picture. HEIC becomes JPG, and SVG and PSD become PNG, because nobody can write those.',
  ],
  limits: [
    ...sizeFacts(resizeImage.maxBytes, 'Size of each file'),
    ...factsByPlan('Images at once', plan => (plan === 'free' ? `up to ${freeResizeImages}` : 'any number')),
    { label: 'Longest side', value: `${maxResizedSide.toLocaleString('en')} pixels` },
    { label: 'Percentage', value: `1 to ${maxResizePercent}` },
    { label: `Only with ${paidPlans}`, value: 'smart crop, and a largest file size to stay below' },
    { label: 'Counts as', value: 'one conversion an image' },
    keptFact,
  ],
  tips: [
    'For web pages, twice the width at which a picture is shown is enough for the sharpest screens.',
    'Making a picture larger adds no detail. Start from the largest original you have.',
    'For photos JPG or WEBP in Medium quality is hard to tell from High, and much smaller.',
    `"${options.useOriginal}" fills in the size of the first image.`,
  ],
  troubles: [
    {
      problem: 'A picture looks stretched.',
      answer: `Turn on "${options.maintainAspectRatio}", or choose "${methods.fill}".`,
    },
    {
      problem: 'Something is cut off.',
      answer: `"${methods.fill}" cuts what stands out. Choose "${methods.dimensions}" to keep the whole picture.`,
    },
    {
      problem: 'The result would have too many pixels.',
      answer: 'Choose a smaller size or percentage; the message says how much is possible.',
    },
  ],
})
