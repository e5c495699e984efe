/** Tables and structured data. Text formats have no fixed start, so the name decides. */
import type { FormatDefinition } from './format-definition.ts'

export const dataFormats = {
  json: {
    label: 'JSON',
    kind: 'data',
    mime: 'application/json',
    extensions: ['json', 'geojson'],
    looksLike: ['txt'],
  },
  jsonl: {
    label: 'JSONL',
    kind: 'data',
    mime: 'application/jsonl',
    extensions: ['jsonl', 'ndjson'],
    looksLike: ['txt'],
  },
  yaml: {
    label: 'YAML',
    kind: 'data',
    mime: 'application/yaml',
    extensions: ['yaml', 'yml'],
    looksLike: ['txt'],
  },
  toml: { label: 'TOML', kind: 'data', mime: 'application/toml', extensions: ['toml'], looksLike: ['txt'] },
  // A root such as `<table>` looks like a page.
  xml: {
    label: 'XML',
    kind: 'data',
    mime: 'application/xml',
    extensions: ['xml'],
    looksLike: ['txt', 'html'],
  },
  ini: {
    label: 'INI',
    kind: 'data',
    mime: 'text/x-ini',
    extensions: ['ini', 'cfg', 'properties'],
    looksLike: ['txt'],
  },
  env: { label: 'ENV', kind: 'data', mime: 'text/x-dotenv', extensions: ['env'], looksLike: ['txt'] },
  toon: { label: 'TOON', kind: 'data', mime: 'text/toon', extensions: ['toon'], looksLike: ['txt'] },
  // Columns at fixed positions.
  fwf: { label: 'FWF', kind: 'data', mime: 'text/x-fixed-width', extensions: ['fwf'], looksLike: ['txt'] },
  parquet: {
    label: 'Parquet',
    kind: 'data',
    mime: 'application/vnd.apache.parquet',
    extensions: ['parquet'],
    signatures: ['PAR1'],
  },
  sqlite: {
    label: 'SQLite',
    kind: 'data',
    mime: 'application/vnd.sqlite3',
    extensions: ['sqlite', 'sqlite3', 'db'],
    signatures: ['SQLite format 3\0'],
  },
  // The first version has its own structure, later ones are Arrow files.
  feather: {
    label: 'Feather',
    kind: 'data',
    mime: 'application/vnd.apache.arrow.file',
    extensions: ['feather', 'arrow'],
    signatures: ['FEA1', 'ARROW1\0\0'],
  },
  // Stata, releases 113 to 115 and from 117.
  dta: {
    label: 'DTA',
    kind: 'data',
    mime: 'application/x-stata-dta',
    extensions: ['dta'],
    signatures: [
      '<stata_dta><header><release>',
      ...['q', 'r', 's'].flatMap(release => [`${release}\x01\x01\0`, `${release}\x02\x01\0`]),
    ],
  },
  // SPSS.
  sav: {
    label: 'SAV',
    kind: 'data',
    mime: 'application/x-spss-sav',
    extensions: ['sav', 'zsav'],
    signatures: ['$FL2', '$FL3'],
  },
  // SAS transport, versions 5 and 8.
  xpt: {
    label: 'XPT',
    kind: 'data',
    mime: 'application/x-sas-xport',
    extensions: ['xpt'],
    signatures: ['HEADER RECORD*******LIBRARY HEADER RECORD', 'HEADER RECORD*******LIBV8   HEADER RECORD'],
  },
} as const satisfies Record<string, FormatDefinition>
