/** Help: the Image Editor. */
import { imageFilters, maxEditedSide } from '../../image-edit/settings.ts'
import { imageEditorMessages as words } from '../../messages/image-editor.ts'
import { editedOutputs, editImage } from '../../operations/edit-image.ts'
import { formatNames, joinWith, sizeFacts } from '../describe-limits.ts'
import { toolSections } from '../tool-guide.ts'

const filters = imageFilters.filter(filter => filter !== 'none').map(filter => words.filterName(filter))

export const imageArticle = toolSections({
  what: [
    'It edits a picture in your browser, on your own machine: light, colours, filters, turning, cropping and size. You see every change at once.',
    'Nothing is uploaded while you edit. Only formats that your browser cannot read or write are sent to the server, and the page says so before.',
  ],
  steps: [
    `Drop a picture on the page, or choose it. It opens under "${words.editTab}".`,
    `Change what you like: ${joinWith('and', [words.adjust, words.filters, words.turn, words.crop, words.resize])} are the tools beside the picture.`,
    `Compare with "${words.compare}", take back a step with "${words.undo}", begin again with "${words.reset}".`,
    `Press "${words.apply}". The picture is made in full size and shown under "${words.previewTab}".`,
    `Choose format and quality, and press "${words.download}".`,
  ],
  formats: [
    {
      facts: [
        { label: 'In', value: formatNames(editImage.inputs) },
        { label: 'Out', value: formatNames(editedOutputs) },
        { label: 'Filters', value: joinWith('and', filters) },
      ],
    },
    'Which formats go over the server depends on your browser: most cannot read HEIC, TIFF and PSD, or write AVIF and TIFF.',
  ],
  limits: [
    ...sizeFacts(editImage.maxBytes),
    { label: 'Longest side', value: `${maxEditedSide.toLocaleString('en')} pixels` },
    {
      label: 'Counts as',
      value: 'nothing while you edit; one conversion each time the server reads or makes a file for you',
    },
  ],
  tips: [
    words.stageHelp,
    words.cropHelp,
    'Crop first and adjust then: you see better what you are working on.',
    'To bring many pictures to one size, use the Image Resizer.',
  ],
  troubles: [
    {
      problem: 'The picture is gone after a reload.',
      answer: 'It was only in your browser, so a reload forgets it. Choose the file again.',
    },
    { problem: 'Applying the changes failed.', answer: words.applyFailedText },
    {
      problem: 'The server is asked although I only edit.',
      answer:
        'Your browser cannot read or write the format you chose. Pick PNG or JPG to keep everything on your machine.',
    },
  ],
})
