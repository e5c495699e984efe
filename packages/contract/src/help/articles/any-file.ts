/** Help article: tab "Any file" of the home page. */
import { outputsFrom } from '../../conversions.ts'
import { type FileKind, type FormatId, formatIds, formats } from '../../formats.ts'
import { type Instance, onlyPublic } from '../../instance.ts'
import { maxFilesPerBatch } from '../../limits.ts'
import { anyFileMessages } from '../../messages/any-file.ts'
import { anyFileTab } from '../../messages/any-file-tab.ts'
import { kindNames } from '../../messages/kinds.ts'
import { formatMegabytes } from '../../plan-offers.ts'
import { plans } from '../../plans.ts'
import { paths } from '../../routes.ts'
import type { TextFact } from '../../text-section.ts'
import { maxUploadBytes } from '../../upload-purposes.ts'
import { factsByPlan, formatNames, keptFact } from '../describe-limits.ts'
import { toolSections } from '../tool-guide.ts'

const convertible = formatIds.filter(id => outputsFrom(id).length > 0)
const written = new Set<FormatId>(convertible.flatMap(outputsFrom))

/** One row for each kind of file that has any of these formats. */
function factsByKind(ids: readonly FormatId[]): TextFact[] {
  return Object.entries(kindNames).flatMap(([kind, label]) => {
    const ofKind = ids.filter(id => formats[id].kind === (kind as FileKind))
    return ofKind.length === 0 ? [] : [{ label, value: formatNames(ofKind) }]
  })
}

export const anyFileArticle = (instance: Instance) =>
  toolSections({
    what: [
      `The tab "${anyFileTab.label}" on the home page takes files of every kind together: photos, videos, music, documents, spreadsheets, presentations, e-books, drawings, subtitles, data, mail, fonts and archives.`,
      'Each file is recognized by its content, so a wrong file name does no harm, and shows what it can become. Only kinds of text, such as CSV and Markdown, are distinguished by the extension of their name. A file that cannot be converted says what it is.',
    ],
    steps: [
      `Open the tab "${anyFileTab.label}", and drop files or whole folders anywhere on the page.`,
      'Check what each file will become. Press that button to choose another format; those that most people choose come first, and the search finds the others.',
      `Options of the chosen format are in the same place, under "${anyFileMessages.dialog.options}".`,
      'A folder with Markdown and the images that it shows can become one document: check the box that appears beside the list.',
      'To give all images, or all files of another kind, the same format at once, use the buttons above the list.',
      `Press "${anyFileMessages.convert}". Every file has its own progress and its own download; all of them come as one ZIP file.`,
    ],
    formats: [
      'These formats can be read:',
      { facts: factsByKind(convertible) },
      'These formats can be written:',
      { facts: factsByKind(formatIds.filter(id => written.has(id))) },
      'The page of formats shows what each of them can become. It also has a page for every common pair, with what is kept and what is lost.',
      { links: [{ label: anyFileMessages.seeFormats, to: paths.formats }] },
    ],
    limits: [
      ...factsByPlan(
        instance,
        'One file',
        plan => `up to ${formatMegabytes(maxUploadBytes('convert-files', plan))}, or less for some kinds`,
      ),
      ...factsByPlan(
        instance,
        'Several files',
        plan =>
          `${plans[plan].batchFiles ?? `up to ${maxFilesPerBatch}`} at once, up to ${formatMegabytes(plans[plan].batchFileBytes)} each`,
      ),
      ...onlyPublic(instance, { label: 'Counts as', value: 'one conversion per file' }),
      keptFact(instance),
    ],
    tips: [
      'Spreadsheets: cells show the results of their formulas, sheets are fitted to the width of a page, and CSV gives one file for each sheet.',
      'Presentations: choose PDF for one document, or PNG or JPG for an image of each slide.',
      'Markdown and other markup: tables, footnotes, code and formulas are kept. Nothing is loaded from the internet; a ZIP file of one Markdown text and its images becomes one document.',
      'E-books: cover, chapters and metadata are kept. Books with copy protection cannot be converted.',
      'Comics: a CBZ, CBR or CB7 file becomes a PDF or EPUB with the same pages, and back.',
      'RAW photos: colors follow the white balance of the camera. The brightness is computed for each photo, so it may differ from the preview that the camera made.',
      'Subtitles: the options move all lines in time, or change the frame rate for which they were made.',
      'Data: a table shows the first rows of each result. Long numbers keep all of their digits.',
      `Mail: choose "${anyFileMessages.result('convert-mail', 'zip')}" to get the attachments together with the message.`,
      'Archives: files get safe names, and links to other places are left out.',
    ],
    troubles: [
      {
        problem: 'The format that I want is not offered.',
        answer:
          'Only conversions that give a useful result are offered. Sometimes two steps help, for example to PDF first and to text then.',
      },
      {
        problem: 'A file asks for a password.',
        answer: 'Enter the password that opens it. It is used for this conversion only and is not stored.',
      },
      {
        problem: 'A format is off, and a text says that it is not available on this server.',
        answer: 'The program that it needs is not installed there. The operator of the server can add it.',
      },
      {
        problem: 'The result has a warning.',
        answer:
          'The file was damaged or ended early. Everything that could be read was converted, and the warning says how much.',
      },
    ],
  })
