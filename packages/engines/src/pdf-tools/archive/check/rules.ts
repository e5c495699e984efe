/** The rules of ISO 19005-2 (PDF/A-2, level B) that are checked, with their clauses. */

export interface ArchiveRule {
  readonly id: string
  /** Of ISO 19005-2:2011. */
  readonly clause: string
  /** What must be so. */
  readonly title: string
}

export const archiveRules = [
  { id: 'header', clause: '6.1.2', title: 'The file begins with its version and a binary comment' },
  {
    id: 'trailer',
    clause: '6.1.3',
    title: 'The file has an ID, is not encrypted and ends behind its last marker',
  },
  { id: 'information', clause: '6.1.5', title: 'Document information and XMP metadata agree' },
  { id: 'stream-keywords', clause: '6.1.7.1', title: 'The end of every stream is on a separate line' },
  { id: 'external-streams', clause: '6.1.7.1', title: 'No stream is stored outside of the file' },
  { id: 'filters', clause: '6.1.7.2', title: 'No LZW or unknown compression' },
  { id: 'names', clause: '6.1.8', title: 'Names of fonts and spot colors are UTF-8' },
  { id: 'inline-images', clause: '6.1.10', title: 'Inline images have permitted compression' },
  { id: 'permissions', clause: '6.1.12', title: 'Only permitted kinds of permissions' },
  {
    id: 'limits',
    clause: '6.1.13',
    title: 'Numbers, strings, names, nesting and page sizes are within the limits',
  },
  { id: 'operators', clause: '6.2.2', title: 'Content has only known operators and its own resources' },
  { id: 'output-intent', clause: '6.2.3', title: 'There is one output intent with a valid ICC profile' },
  {
    id: 'color-profiles',
    clause: '6.2.4.2',
    title: 'Color profiles are valid and have the right number of components',
  },
  {
    id: 'device-colors',
    clause: '6.2.4.3',
    title: 'Device colors are defined by the output intent or a default color space',
  },
  { id: 'spot-colors', clause: '6.2.4.4', title: 'Spot colors are consistent' },
  { id: 'graphics-state', clause: '6.2.5', title: 'No transfer functions, and only permitted halftones' },
  { id: 'rendering-intents', clause: '6.2.6', title: 'Only the four rendering intents' },
  { id: 'images', clause: '6.2.8', title: 'Images have no alternates, OPI data or interpolation' },
  { id: 'jpeg-2000', clause: '6.2.8.3', title: 'JPEG 2000 images have permitted colors and depths' },
  { id: 'forms', clause: '6.2.9', title: 'No references to other files and no PostScript' },
  { id: 'transparency', clause: '6.2.10', title: 'Only standard blend modes' },
  { id: 'font-dictionaries', clause: '6.2.11.2', title: 'Fonts have all entries that they need' },
  {
    id: 'composite-fonts',
    clause: '6.2.11.3',
    title: 'Composite fonts have embedded character maps and glyph maps',
  },
  {
    id: 'embedded-fonts',
    clause: '6.2.11.4.1',
    title: 'All fonts are embedded, with every glyph that is used',
  },
  { id: 'font-subsets', clause: '6.2.11.4.2', title: 'Lists of the glyphs of a font are complete' },
  { id: 'font-widths', clause: '6.2.11.5', title: 'Widths in the document and in the font agree' },
  {
    id: 'font-encodings',
    clause: '6.2.11.6',
    title: 'TrueType fonts have an encoding that selects glyphs clearly',
  },
  { id: 'missing-glyphs', clause: '6.2.11.8', title: 'No text with the glyph for missing characters' },
  { id: 'annotation-types', clause: '6.3.1', title: 'Only permitted kinds of annotations' },
  { id: 'annotation-flags', clause: '6.3.2', title: 'Annotations are printed and not hidden' },
  { id: 'appearances', clause: '6.3.3', title: 'Annotations have an appearance' },
  {
    id: 'form-fields',
    clause: '6.4.1',
    title: 'Form fields have no actions, and appearances are not made by the viewer',
  },
  { id: 'xfa', clause: '6.4.2', title: 'No XFA forms' },
  { id: 'actions', clause: '6.5.1', title: 'Only permitted actions' },
  {
    id: 'triggers',
    clause: '6.5.2',
    title: 'No actions of the document or its pages that start by themselves',
  },
  { id: 'metadata', clause: '6.6.2', title: 'There is XMP metadata with known properties' },
  { id: 'identification', clause: '6.6.4', title: 'XMP metadata names PDF/A-2b' },
  { id: 'embedded-files', clause: '6.8', title: 'Embedded files are PDF/A themselves' },
  { id: 'layers', clause: '6.9', title: 'Layers have named configurations without automatic states' },
  { id: 'presentations', clause: '6.10', title: 'No alternate presentations' },
  { id: 'requirements', clause: '6.11', title: 'No requirements of the viewer' },
] as const satisfies readonly ArchiveRule[]

export type ArchiveRuleId = (typeof archiveRules)[number]['id']

/** Reports that a rule is broken, and where. */
export type ReportFinding = (rule: ArchiveRuleId, detail: string) => void
