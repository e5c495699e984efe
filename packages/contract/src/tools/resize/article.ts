/** Help article: Image Resizer. */

import { factsByPlan, formatNames, joinWith, keptFact, sizeFacts } from '../../help/describe-limits.ts'
import { toolSections } from '../../help/tool-guide.ts'
import { type Instance, onlyPublic } from '../../instance.ts'
import { maxResizedSide, maxResizePercent, resizeImage } from '../../operations/resize-image.ts'
import { plans } from '../../plans.ts'
import { resizeMessages as words } from './messages.ts'

const { options } = words
const { methods, methodNotes } = options
const paidPlans = `${plans.basic.label} or ${plans.pro.label}`

export const resizeArticle = (instance: Instance) =>
  toolSections({
    what: [
      'The Image Resizer changes the size of one image or many, and optionally their format.',
      'All selected images are resized. You download a single image as it is, and several in one ZIP file. Animated images stay animated.',
    ],
    steps: [
      'Drop one or more images.',
      `Choose a method. "${methods.dimensions}": ${methodNotes.dimensions} "${methods.fill}": ${methodNotes.fill} "${methods.percentage}": ${methodNotes.percentage}`,
      `Enter the width and height. With "${options.maintainAspectRatio}" on, nothing is distorted and one of the two is enough.`,
      `Or choose a preset: a longest side, or a size that social media use. With "${options.withoutEnlargement}" on, smaller images keep their size.`,
      'Choose a format and a quality.',
      `Press "${words.resize}", then download the result.`,
    ],
    formats: [
      {
        facts: [
          { label: 'Input', value: formatNames(resizeImage.inputs) },
          { label: 'Output', value: joinWith('or', Object.values(options.formats)) },
        ],
      },
      '"Original" keeps the format of each image. HEIC is saved as JPG, and SVG and PSD as PNG, because these formats are not available as output.',
      'Every page of a TIFF and every image of a HEIC file is resized, or only the one that you choose.',
    ],
    limits: [
      ...sizeFacts(instance, resizeImage.maxBytes, 'Size per file'),
      ...factsByPlan(instance, 'Images at once', plan => {
        const { resizeImages } = plans[plan]
        return resizeImages === null ? 'unlimited' : `up to ${resizeImages}`
      }),
      { label: 'Longest side', value: `${maxResizedSide.toLocaleString('en')} pixels` },
      { label: 'Percentage', value: `1 to ${maxResizePercent}` },
      ...onlyPublic(instance, { label: `Only with ${paidPlans}`, value: 'smart crop and maximum file size' }),
      ...onlyPublic(instance, { label: 'Counts as', value: 'one conversion per image' }),
      keptFact(instance),
    ],
    tips: [
      'For web pages, twice the displayed width is enough for high-resolution screens.',
      'Enlarging an image does not add detail. Start from the largest original you have.',
      'For photos, JPG or WEBP in Medium quality looks almost the same as High and is much smaller.',
      `"${options.useOriginal}" fills in the size of the first image.`,
    ],
    troubles: [
      {
        problem: 'An image looks stretched.',
        answer: `Turn on "${options.maintainAspectRatio}", or choose "${methods.fill}".`,
      },
      {
        problem: 'Part of the image is cut off.',
        answer: `"${methods.fill}" crops what does not fit. Choose "${methods.dimensions}" to keep the whole image.`,
      },
      {
        problem: 'The result would have too many pixels.',
        answer: 'Choose a smaller size or percentage; the message shows the maximum.',
      },
    ],
  })
