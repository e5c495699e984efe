/**
 * What each sample of a format contains, stated from the sample by programs that are not part of Filesmith (pdftotext,
 * ffprobe, bsdtar, fc-query, sqlite3) or by sight. Results are compared with it.
 */

/** A place of an image as fractions of its width and height, and its color there. */
export type Spot = readonly [x: number, y: number, color: string]

export interface Expected {
  /** In every result that holds text; at least one of them is readable in an image of a page. */
  readonly words?: readonly string[]
  /** 'itself': ffmpeg decodes the sample. Otherwise its size, where it has one, and spots of it. */
  readonly appearance?:
    | 'itself'
    | { readonly size?: readonly [number, number]; readonly spots: readonly Spot[] }
  readonly seconds?: number
  /** Files in the archive. */
  readonly files?: readonly string[]
  readonly family?: string
  /** The file that was signed, byte for byte. */
  readonly isSigned?: boolean
}

const products = ['Laptop', 'Chair', 'Water Bottle', '449.99', 'Electronics']
const settings = ['db.example.com', 'production_db', '5432', 'info']
const tidy = ['Example Title Heading', 'This text is bold', 'This text is underlined', 'Numbered bullet 2']
const pages = (separator: string) => [1, 2, 3].map(page => `page${separator}00${page}.png`)
const packed = ['txt.txt', 'csv.csv', 'json.json', 'xml.xml', 'toml.toml', 'yaml.yaml']
const languages = ['Around the World in 28 Languages']
const drawn = {
  words: ['SAMPLE TEXT', 'your text here'],
  appearance: { spots: [[0.8, 0.97, '#00982e']] },
} as const
const redSquare = { appearance: { size: [16, 16], spots: [[0.5, 0.5, '#ff0000']] } } as const

export const expectedFormats: Readonly<Record<string, Expected>> = {
  'adoc.adoc': { words: ['Document Title', 'An example of a basic'] },
  'ai.ai': { words: ['Illustrator', 'saved without PDF Content'] },
  'apng.apng': { appearance: 'itself' },
  'ass.ass': { words: ['Welcome to Transmute!', 'our subtitle conversions.'] },
  'avif.avif': { appearance: 'itself' },
  'blp.blp': {
    appearance: {
      size: [1024, 64],
      spots: [
        [0.5, 0.5, '#ffffff'],
        [0.5, 0.28, '#1e1e1e'],
      ],
    },
  },
  'cb7.cb7': { files: pages('_') },
  'cbr.cbr': { files: pages('_') },
  'cbz.cbz': { files: pages('-') },
  'cdr.cdr': drawn,
  'cdt.cdt': drawn,
  'csv.csv': { words: products },
  'csv.p7m': { isSigned: true },
  'cur.cur': { appearance: 'itself' },
  'dcx.dcx': {
    appearance: {
      size: [1728, 2200],
      spots: [
        [0.985, 0.5, '#000000'],
        [0.05, 0.05, '#909090'],
      ],
    },
  },
  'docx.docx': { words: tidy },
  'docx.p7m': { isSigned: true },
  'drawio.drawio': { words: ['mxfile'] },
  'dta.dta': { words: ['VW Scirocco', 'Volvo 260'] },
  'dxf.dxf': { appearance: { spots: [[0.1, 0.1, '#ffffff']] } },
  'eml.eml': { words: ['Email Parsing', 'support@transmute.sh'] },
  'emf.emf': { appearance: { spots: [[0.5, 0.5, '#ff0000']] } },
  'env.env': { words: settings },
  'eps.eps': redSquare,
  'epub.epub': { words: ["Alice's Adventures", 'Pig and Pepper', 'a footman in livery'] },
  'fb2.fb2': { words: languages },
  'feather.feather': { words: ['survived', 'is_female'] },
  'flc.flc': { appearance: 'itself' },
  'fli.fli': { appearance: 'itself' },
  'fwf.fwf': { words: products },
  'gif-odddimensions.gif': { appearance: 'itself', seconds: 2 },
  'gif.gif': { appearance: 'itself', seconds: 3.2 },
  'heic.heic': {
    appearance: {
      size: [1440, 960],
      spots: [
        [0.85, 0.2, '#a98042'],
        [0.5, 0.97, '#2e1d05'],
        [0.35, 0.48, '#5f3b29'],
      ],
    },
  },
  'html.html': { words: ['Minime vero, inquit ille, consentit', 'Lorem ipsum dolor sit amet', 'Data 5'] },
  'html.p7m': { isSigned: true },
  'icns.icns': {
    appearance: {
      size: [1024, 1024],
      spots: [
        [0.5, 0.12, '#1a2332'],
        [0.3, 0.83, '#1a2332'],
      ],
    },
  },
  'ico.ico': { appearance: 'itself' },
  'ini.ini': { words: settings },
  'ipynb.ipynb': { words: ['import numpy as np', 'waves.sample'] },
  'jp2.jp2': { appearance: 'itself' },
  'json.json': { words: ['Alice Johnson', '95000', 'Carol Williams', '2019-11-20'] },
  'jsonl.jsonl': { words: products },
  'key.key': { words: ['Self Hosted File Converter', 'Some Header Here', 'Bold bullet 3'] },
  'md.md': { words: ['self-hosted file converter'] },
  'mka.mka': { seconds: 3.42 },
  'mobi.mobi': { words: languages },
  'mp3.mp3': { seconds: 6.14 },
  'mpl.mpl': { words: ['Next subtitle', 'Second line of text', 'First line'] },
  'mpo.mpo': { appearance: 'itself' },
  'msg.msg': { words: ['creating an outlook message file', 'from@domain.com'] },
  'msp.msp': { appearance: 'itself' },
  'muse.muse': { words: ['This document provides an example of Muse markup'] },
  'obj.obj': { words: ['transmute sample OBJ'] },
  'odp.odp': { words: ['An introduction to LaTeX', 'Shaun Cole', 'What is LaTeX'] },
  'ods.ods': { words: ['Sales_Rep_Name', 'Ashish', '84,219'] },
  'odt.odt': { words: ['UOML Sample-en', 'Full text search'] },
  'off.off': { words: ['905.2210083008'] },
  'opml.opml': { words: ['Database Administrators'] },
  'org.org': { words: ['This is a document created by', 'GNU Emacs'] },
  'otf.otf': { family: 'Lato' },
  'parquet.parquet': { words: [] },
  'pbm.pbm': { appearance: 'itself' },
  'pdb.pdb': { words: ['WHAKAPUAKITANGA'] },
  'pdf.p7m': { isSigned: true },
  'pdf.pdf': { words: tidy },
  'pdfa.pdf': { words: tidy },
  'pdfe.pdf': { words: ['PDF/E-1 Sample', 'technical document exchange'] },
  'pdfua.pdf': { words: ['PDF/UA-1 Sample', 'assistive'] },
  'pdfvt.pdf': { words: ['Introduction to Variable-Data Printing', 'personalized direct mail'] },
  'pdfx.pdf': { words: ['PDF/X-3 Sample', 'prepress workflows'] },
  'pfm.pfm': { appearance: 'itself' },
  'ply.ply': { words: ['905.221'] },
  'pnm.pnm': { appearance: 'itself' },
  'potx.potx': { words: ['Welcome To', 'File Extension FYI Center'] },
  'ppsx.ppsx': { words: ['PPSX test file', 'John Doe'] },
  'pptm.pptm': { words: ['PPTM test file', 'John Doe'] },
  'pptx.pptx': { words: ['FREE TEST DATA', 'Lorem ipsum dolor sit amet'] },
  'rst.rst': { words: ['Main Document Title', 'Section Title'] },
  'rtf.rtf': { words: ['This is a test.', 'asdakl fskljf'] },
  'sav.sav': { words: products },
  'sqlite.sqlite': { words: products },
  'srt.srt': { words: ['Welcome to Transmute!', 'our subtitle conversions.'] },
  'ssa.ssa': { words: ['THE SUBTITLE CHRONICLES', 'Three styles in one file'] },
  'stl.stl': { words: ['transmute_sample'] },
  'sub.sub': { words: ['Bold text in MicroDVD format!', 'And this one in green.'] },
  'svg.svg': { appearance: 'itself' },
  'svgz.svgz': { appearance: 'itself' },
  'tar.gz.tar.gz': { files: packed },
  'tex.tex': { words: ['what you type into your', 'word processor'] },
  'textile.textile': { words: ['Product Description', 'cotton fabric', 'Breathable'] },
  'tgz.tgz': { files: packed },
  'toml.toml': { words: settings },
  'toon.toon': { words: ['Alice Johnson', '95000', 'Carol Williams', '2019-11-20'] },
  'tsv.tsv': { words: ['Futrelle', '113803', 'Nasser'] },
  'ttf.ttf': { family: 'TransmuteSample' },
  'txt.txt': { words: ['Here is a sample text file.', 'Lightweight I guess'] },
  'vcf.vcf': { words: ['Jeffrey Abshire', 'Albin Bernier'] },
  'vsdx.vsdx': { words: ['Form Complete?', 'Verify Details of Submission', 'Accept Submission?'] },
  'vtt.vtt': { words: ['This is the first caption', 'Speaker A: Hello!'] },
  'wmf.wmf': { appearance: { spots: [] } },
  'woff.woff': { family: 'Open Sans' },
  'woff2.woff2': { family: 'TransmuteSample' },
  'xls.xls': { words: ['What is 2+2?', 'Bagpipes are awesome.', 'Rank the following'] },
  'xlsx.xlsx': { words: ['The Who; British Invasion', 'Mary Maryson'] },
  'xml.p7m': { isSigned: true },
  'xml.xml': { words: ['Bonnie Tyler', 'Still got the blues', '1988'] },
  'xpt.xpt': { words: ['Laptop', 'Keyboard', 'Furniture', 'Water Bottle'] },
  'yaml.yaml': { words: settings },
}
