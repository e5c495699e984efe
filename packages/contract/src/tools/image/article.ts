/** Help article: Image Editor. */

import { formatNames, joinWith, sizeFacts } from '../../help/describe-limits.ts'
import { toolSections } from '../../help/tool-guide.ts'
import { imageFilters, maxEditedSide } from '../../image-edit/settings.ts'
import { type Instance, onlyPublic } from '../../instance.ts'
import { editedOutputs, editImage } from '../../operations/edit-image.ts'
import { imageEditorMessages as words } from './messages.ts'

const filters = imageFilters.filter(filter => filter !== 'none').map(filter => words.filterName(filter))

export const imageArticle = (instance: Instance) =>
  toolSections({
    what: [
      'The Image Editor edits an image in your browser, on your own device: light, color, filters, rotation, cropping and size. You see every change right away.',
      'Nothing is uploaded while you edit. Only formats your browser cannot read or write are processed on the server, and the page says so first.',
    ],
    steps: [
      `Drop an image on the page, or select it. It opens under "${words.editTab}".`,
      `Edit it with the tools next to the image: ${joinWith('and', [words.adjust, words.filters, words.turn, words.crop, words.resize])}.`,
      `Compare with "${words.compare}", undo a step with "${words.undo}", or start over with "${words.reset}".`,
      `Press "${words.apply}". The image is rendered at full size and shown under "${words.previewTab}".`,
      `Choose a format and a quality, and press "${words.download}".`,
    ],
    formats: [
      {
        facts: [
          { label: 'Input', value: formatNames(editImage.inputs) },
          { label: 'Output', value: formatNames(editedOutputs) },
          { label: 'Filters', value: joinWith('and', filters) },
        ],
      },
      'Which formats need the server depends on your browser: most cannot read HEIC, TIFF and PSD, or write AVIF and TIFF.',
    ],
    limits: [
      ...sizeFacts(instance, editImage.maxBytes),
      { label: 'Longest side', value: `${maxEditedSide.toLocaleString('en')} pixels` },
      ...onlyPublic(instance, {
        label: 'Counts as',
        value: 'nothing while you edit; one conversion each time the server opens or creates a file',
      }),
    ],
    tips: [
      words.stageHelp,
      words.cropHelp,
      'Crop first, then adjust: it is easier to judge the part you keep.',
      'To resize many images at once, use the Image Resizer.',
    ],
    troubles: [
      {
        problem: 'The image is gone after I closed the tab.',
        answer:
          'The image exists only in your browser. It is still there after a reload, but not in another tab or after you close it. Select the file again.',
      },
      { problem: 'The changes could not be applied.', answer: words.applyFailedText },
      {
        problem: 'The image is sent to the server although I only edit it.',
        answer:
          'Your browser cannot read or write this format. Choose PNG or JPG to keep everything on your device.',
      },
    ],
  })
