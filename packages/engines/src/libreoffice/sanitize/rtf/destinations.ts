/** RTF groups and control words by how they are handled. */

const words = (text: string) => new Set(text.trim().split(/\s+/))

/** Starred groups that affect the result; all others are removed, as the specification requires for unknown ones. */
export const keptStarredGroups: ReadonlySet<string> = words(`
  aftncn aftnsep aftnsepc annotation atnauthor atndate atnicn atnid atnparent atnref atntime atrfend atrfstart background
  bkmkend bkmkstart blipuid category comment company cs defchp defpap do dptxbxtext ds falt fchars ffdeftext ffexittext
  ffformat ffhelptext ffl ffname ffstattext fldinst flymaincnt fname footnote formfield ftncn ftnsep ftnsepc generator
  lchars listlevel listname listoverridetable listpicture liststylename listtable manager moMath moMathPara mmath
  mmathPr nesttableprops oldcprops oldpprops oldsprops oldtprops panose pgdsc pgdscno pgdsctbl picprop pn
  pnseclvl pntxta pntxtb propname proptype revtbl shpgrp shpinst shppict staticval tablestyle ts ud userprops xe
`)

/** Groups that reference external data, contain code, or embed fonts. */
export const droppedGroups: ReadonlySet<string> = words(`
  template nextfile filetbl file datastore datafield mailmerge mmconnectstr mmdatasource mmheadersource mmodso
  mmquery objdata objclass objname objalias objsect objtime objhtml oleclsid hlinkbase hl hlloc hlsrc hlfr linkval
  fontemb fontfile docvar ffentrymcr ffexitmcr keycode themedata colorschememapping xmlnstbl xmlopen xmlclose protusertbl
  subdocument include import macpict htmltag mhtmltag passwordhash writereservation writereservhash latentstyles
`)

export const fieldGroups: ReadonlySet<string> = words('field fldinst fldrslt')

/** The group is kept, with the saved result of a field or an object. */
export const unwrappedGroups: ReadonlySet<string> = words('object result')

/** Control words that are removed. */
export const droppedWords: ReadonlySet<string> = words(`
  subdocument linkstyles linkself objlink objautlink objsub objpub objicemb objhtml objocx objemb objupdate objlock
  objsetsize rsltmerge rsltrtf rslttxt rsltpict rsltbmp rslthtml objattph flddirty fldedit fldlock fldpriv macpict
  fromhtml htmlrtf pmmetafile
`)

/** Shape properties that name a file or a URL; the image itself is `pib`. */
export const linkingShapeProperty =
  /(?:pibName|pibFlags|BlipName|BlipFlags|pihlShape|hlink|href|url|src|macro)$/i
