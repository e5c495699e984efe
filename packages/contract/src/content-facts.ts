/** What conversions of texts, tables, books, drawings, mails and so on keep and lose, by the operation that converts. */
import { type FormatId, formats } from './formats.ts'
import type { OperationId } from './operations/registry.ts'

export interface PairFacts {
  readonly kept: readonly string[]
  readonly lost: readonly string[]
}

interface Pair {
  readonly from: FormatId
  readonly to: FormatId
  /** Label of the output. */
  readonly label: string
}

/** Undefined for images, videos and audio, which are described by what their formats hold. */
export function contentFacts(operation: OperationId, from: FormatId, to: FormatId): PairFacts | undefined {
  return describers[operation]?.({ from, to, label: formats[to].label })
}

const describers: Readonly<Partial<Record<OperationId, (pair: Pair) => PairFacts>>> = {
  'convert-archive': archiveFacts,
  'convert-book': bookFacts,
  'convert-calendar': ({ from, to }) => ({
    kept: [
      'Events and tasks with their times, time zones and repetitions.',
      ...(from === 'ics' && to === 'json' ? ['Alarms, and every line that has no named field.'] : []),
    ],
    lost: [
      to === 'csv'
        ? 'Alarms, and everything else that has no column. JSON keeps them.'
        : from === 'csv'
          ? 'Columns that are not about events.'
          : layoutOfFile,
    ],
  }),
  'convert-comic': comicFacts,
  'convert-contacts': ({ from, to }) => ({
    kept: [
      'Names, phone numbers, addresses, mail addresses, birthdays and notes.',
      ...(from === 'csv' || to === 'csv' ? [] : ['Photos, and every line that has no named field.']),
    ],
    lost: [
      to === 'csv'
        ? 'Photos, and everything else that has no column. JSON keeps them.'
        : from === 'csv'
          ? 'Columns that are not about contacts.'
          : layoutOfFile,
    ],
  }),
  'convert-data': dataFacts,
  'convert-document': documentFacts,
  'convert-drawing': drawingFacts,
  'convert-font': () => ({
    kept: ['Outlines, spacing, features and names: only the container changes.'],
    lost: ['Its license does not change: convert only fonts that allow it.'],
  }),
  'convert-mail': mailFacts,
  'convert-markup': documentFacts,
  'convert-pdf': documentFacts,
  'convert-presentation': presentationFacts,
  'convert-spreadsheet': spreadsheetFacts,
  'convert-subtitles': subtitleFacts,
  'read-pdf-form': () => ({
    kept: ['The names and values of the fields of a form.'],
    lost: ['Everything else: a document without a form cannot be converted.'],
  }),
}

/** Where all values are kept. */
const layoutOfFile = 'Only the way the file was written, such as its spaces and quotes.'

const isImage = (format: FormatId) => formats[format].kind === 'image'

const pageImageFacts = (label: string): PairFacts => ({
  kept: ['The look of every page.', 'Several pages become numbered images in a ZIP file.'],
  lost: [`Text: in ${label} it is part of the image, and can be neither searched nor edited.`, 'Links.'],
})

const replacedFonts = 'Fonts that this server does not have are replaced by similar ones.'

const hardToEdit = 'Easy editing: a PDF is made for reading and printing.'

/** Formats with nothing but text in lines. */
const plainSources: readonly FormatId[] = ['txt']

const markupSources: readonly FormatId[] = [
  'md',
  'rst',
  'adoc',
  'org',
  'textile',
  'muse',
  'tex',
  'opml',
  'ipynb',
  'textpack',
]

function documentFacts({ from, to, label }: Pair): PairFacts {
  if (isImage(to)) return pageImageFacts(label)
  if (plainSources.includes(from))
    return {
      kept: ['The text, with its lines and paragraphs.'],
      lost: ['Nothing: text has no layout to lose.'],
    }
  if (to === 'txt')
    return {
      kept: ['The text, in UTF-8 and in reading order.'],
      lost: ['Images, fonts, colors, tables and page layout.'],
    }
  if (markupSources.includes(from))
    return {
      kept: [
        'Text, headings, lists, tables, footnotes, code and formulas.',
        'Images that are inside the file.',
      ],
      lost: ['Images on the internet and in other files: nothing is loaded.'],
    }
  if (to === 'pdf')
    return {
      kept: [
        'Text that can be searched and copied, images, tables and links.',
        'The layout: it looks the same on every device.',
      ],
      lost: [hardToEdit, replacedFonts],
    }
  if (to === 'md')
    return {
      kept: ['The text, with headings, lists, tables and links.', 'Images, beside the text.'],
      lost: ['Fonts, colors and page layout.'],
    }
  return {
    kept: ['Text, headings, lists, tables and images.'],
    lost: [
      to === 'epub' || to === 'rst'
        ? 'The page layout: the text flows, and fonts and colors are left out.'
        : from === 'pdf'
          ? 'The exact layout: lines and pages may break at other places.'
          : `Details of the layout that ${label} does not have.`,
    ],
  }
}

function presentationFacts({ from, to, label }: Pair): PairFacts {
  if (isImage(to))
    return {
      kept: ['The look of every slide.', 'Several slides become numbered images in a ZIP file.'],
      lost: [
        `Text: in ${label} it is part of the image, and can be neither searched nor edited.`,
        'Animations, sound and video.',
      ],
    }
  if (to === 'pdf')
    return {
      kept: ['A page for each slide, with text that can be searched and copied, images and links.'],
      lost: ['Animations, transitions, sound and video.', 'Hidden slides.', replacedFonts],
    }
  if (to === 'txt' || to === 'md')
    return {
      kept: ['The text of every slide, in order.'],
      lost: ['Images, charts, colors and the layout of the slides.'],
    }
  return {
    kept: ['Slides with their text, images and tables, which stay editable.'],
    lost: [
      `Effects that ${label} does not have.`,
      ...(from === 'key' ? ['Animations of Keynote.'] : []),
      replacedFonts,
    ],
  }
}

/** Between these, sheets stay sheets. */
const workbooks: readonly FormatId[] = ['xlsx', 'xls', 'ods', 'numbers']

function spreadsheetFacts({ from, to, label }: Pair): PairFacts {
  const isTextTable = !workbooks.includes(from)
  if (to === 'pdf')
    return {
      kept: [
        isTextTable
          ? 'Every row and column, as a table.'
          : 'Cells as they are shown, charts, and the results of formulas.',
        'Sheets are fitted to the width of the page where that stays legible.',
      ],
      lost: [
        hardToEdit,
        ...(isTextTable
          ? []
          : ['Formulas: only their results are printed.', 'Hidden sheets.', replacedFonts]),
      ],
    }
  if (isTextTable)
    return {
      kept: [
        'Every row and column. Numbers and dates become cells that can be calculated with.',
        'Leading zeros, long numbers and phone numbers, which stay text.',
      ],
      lost: ['The file has no formulas, colors or column widths to keep.'],
    }
  if (to === 'json')
    return {
      kept: [
        'The values of all sheets: numbers, true and false keep their type, and empty cells are null.',
        'The results of formulas.',
      ],
      lost: ['Formulas, colors, fonts and charts.', 'Hidden sheets.'],
    }
  if (to === 'csv' || to === 'tsv')
    return {
      kept: [
        'The values of the cells in full, with dates as 2026-01-31, in UTF-8.',
        'The results of formulas.',
        'Several sheets, as one file per sheet in a ZIP file.',
      ],
      lost: ['Formulas, colors, fonts and charts.', 'Hidden sheets.'],
    }
  if (to === 'html' || to === 'md' || to === 'txt')
    return {
      kept: ['The tables of all sheets, with cells as they are shown.', 'The results of formulas.'],
      lost: ['Formulas and charts.', 'Merged cells, colors and fonts.', 'Hidden sheets.'],
    }
  return {
    kept: [
      'All sheets with the values of their cells.',
      ...(from === 'numbers' ? [] : ['Formulas, with their results.']),
    ],
    lost: ['Macros, and references to other files.', `Formatting and charts that ${label} does not have.`],
  }
}

const textTables: readonly FormatId[] = ['csv', 'tsv', 'fwf']

/** Formats that hold rows and columns only. */
const tableOutputs: readonly FormatId[] = ['csv', 'tsv', 'html', 'md', 'parquet', 'sqlite', 'xlsx']

const treeSources: readonly FormatId[] = ['json', 'jsonl', 'yaml', 'toml', 'xml', 'ini', 'env', 'toon']

const untyped: readonly FormatId[] = ['csv', 'tsv', 'html', 'md', 'xml', 'ini', 'env']

const untypedSources: readonly FormatId[] = ['xml', 'ini', 'env']

const commented: readonly FormatId[] = ['yaml', 'toml', 'xml', 'ini', 'env']

const nested: readonly FormatId[] = ['json', 'jsonl', 'yaml', 'toml', 'xml', 'toon']

const statistics: readonly FormatId[] = ['dta', 'sav', 'xpt']

function dataFacts({ from, to, label }: Pair): PairFacts {
  const isRecognized = textTables.includes(from) && !untyped.includes(to)
  const lost = [
    ...(commented.includes(from) ? ['Comments.'] : []),
    ...(nested.includes(from) && tableOutputs.includes(to)
      ? ['Nesting: a value with values in it becomes JSON in one cell.']
      : []),
    ...(untyped.includes(to) && !textTables.includes(from) && !untypedSources.includes(from)
      ? [`Types: ${label} has only text, so a number and the same digits as text look alike.`]
      : []),
    ...(from === 'sqlite' ? ['Views, indexes and triggers of the database.'] : []),
    ...(statistics.includes(from) ? ['Labels of codes: the codes themselves are written.'] : []),
  ]
  return {
    kept: [
      treeSources.includes(from)
        ? 'Names and values, in their order.'
        : 'Every row and column, with the names of the columns.',
      ...(isRecognized ? ['Numbers, true and false are recognized where that loses nothing.'] : []),
      to === 'xlsx'
        ? 'Numbers with all of their digits: those of more than 15 digits become text.'
        : 'Numbers with all of their digits.',
      ...(from === 'sqlite' ? ['Several tables, each by its name.'] : []),
    ],
    lost: lost.length > 0 ? lost : [layoutOfFile],
  }
}

function bookFacts({ from, to }: Pair): PairFacts {
  if (from === 'djvu')
    return to === 'pdf'
      ? {
          kept: ['Every page, as an image.'],
          lost: ['The text layer: the PDF can be neither searched nor copied from.'],
        }
      : {
          kept: ['The text that the file has beside its page images.'],
          lost: ['The page images.', 'Files without such text cannot be converted to text.'],
        }
  if (to === 'txt')
    return {
      kept: ['The text in reading order, in UTF-8, with lists and tables.'],
      lost: ['The cover and all other images.', 'Links, fonts and colors.'],
    }
  return {
    kept: ['Text, chapters, images, tables, notes and links.', 'Title, author and other metadata.'],
    lost: [
      'The layout of the book: fonts, colors and most styles are left out.',
      'Drawings, which become pixels.',
      ...(to === 'mobi' ? ['Formulas, which become plain text, and transparency of images.'] : []),
      'Books with copy protection cannot be converted.',
    ],
  }
}

function comicFacts({ from, to, label }: Pair): PairFacts {
  if (from === 'pdf')
    return {
      kept: ['The look of every page, as a numbered image.'],
      lost: ['Text: it is part of the image, and can be neither searched nor copied.', 'Links.'],
    }
  return {
    kept: [
      'Every page, as the same image, in order.',
      ...(to === 'epub' ? ['The size of the pages (fixed layout).'] : []),
    ],
    lost: [
      ...(from === 'epub' ? ['Text that is not part of an image.'] : []),
      `Files that are not pages: ${label} gets only the images.`,
    ],
  }
}

function drawingFacts({ from, to }: Pair): PairFacts {
  if (to === 'png')
    return {
      kept: ['The look of the drawing, with its colors.'],
      lost: [
        'Shapes and text: they become pixels, and are no longer sharp at any size.',
        'Pages after the first.',
      ],
    }
  if (to === 'pdf')
    return {
      kept: ['Shapes, which stay sharp at any size.', 'Text that can be searched and copied.'],
      lost: [
        ...(from === 'svg' ? ['Animations, scripts, and images on the internet.'] : ['Layers.']),
        replacedFonts,
      ],
    }
  return {
    kept: [
      'Shapes and colors, which stay sharp at any size.',
      'Several pages, as numbered files in a ZIP file.',
    ],
    lost: ['Text as text: letters become outlines, and look the same everywhere.', 'Links and layers.'],
  }
}

function mailFacts({ to }: Pair): PairFacts {
  const remote = 'Images on the internet: nothing is loaded.'
  if (to === 'zip')
    return {
      kept: ['All attachments, under safe names.', 'The message, as a page and as text.'],
      lost: [remote],
    }
  const attachments = 'Attachments: choose ZIP to get them together with the message.'
  if (to === 'txt')
    return {
      kept: ['Sender, recipients, date and subject.', 'The text of the message, in UTF-8.'],
      lost: [attachments, 'Images, fonts and colors.'],
    }
  return {
    kept: [
      'Sender, recipients, date and subject.',
      'The message with its formatting, and the images inside the mail.',
    ],
    lost: [attachments, remote, ...(to === 'pdf' ? [replacedFonts] : [])],
  }
}

function subtitleFacts({ to, label }: Pair): PairFacts {
  if (to === 'txt')
    return { kept: ['The words, in order.'], lost: ['All times.', 'Colors, positions and fonts.'] }
  return {
    kept: [
      to === 'lrc'
        ? 'The words, and when each line appears.'
        : 'The words, and when each line appears and disappears.',
    ],
    lost: [
      ...(to === 'lrc' ? ['When each line disappears.'] : []),
      ...(to === 'sub' ? ['Times finer than a frame.'] : []),
      `Colors, positions and fonts that ${label} does not have.`,
    ],
  }
}

function archiveFacts({ label }: Pair): PairFacts {
  return {
    kept: ['All files and folders. Names that are not safe on every system are changed.'],
    lost: [
      'Links: they are left out.',
      'The password, if there was one.',
      `Owners and permissions: everything is packed again as ${label}.`,
    ],
  }
}
