/** Allowed children and their order by ECMA-376 (part 1, clause 17 and annex A); Word reports violations as damage. */

const order = (names: string) => names.trim().split(/\s+/)

export const childOrder: Readonly<Record<string, readonly string[]>> = {
  pPr: order(`pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd
    tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi
    adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection
    textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange`),
  rPr: order(`ins del moveFrom moveTo rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow
    emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect
    bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath rPrChange`),
  tblPr: order(`tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc
    tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription tblPrChange`),
  tcPr: order(`cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign
    hideMark headers cellIns cellDel cellMerge tcPrChange`),
  trPr: order(`cnfStyle divId gridBefore gridAfter wBefore wAfter cantSplit trHeight tblHeader tblCellSpacing
    jc hidden ins del trPrChange`),
  sectPr: order(`headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders
    lnNumType pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid
    printerSettings sectPrChange`),
  tblBorders: order('top left start bottom right end insideH insideV'),
  tblCellMar: order('top left start bottom right end'),
  tcBorders: order('top left start bottom right end insideH insideV tl2br tr2bl'),
  tbl: order('bookmarkStart bookmarkEnd tblPr tblGrid tr'),
  tr: order('tblPrEx trPr tc'),
  lvl: order('start numFmt lvlRestart pStyle isLgl suff lvlText lvlPicBulletId legacy lvlJc pPr rPr'),
  abstractNum: order('nsid multiLevelType tmpl name styleLink numStyleLink lvl'),
  numbering: order('numPicBullet abstractNum num numIdMacAtCleanup'),
  style:
    order(`name aliases basedOn next link autoRedefine hidden uiPriority semiHidden unhideWhenUsed qFormat
    locked personal personalCompose personalReply rsid pPr rPr tblPr trPr tcPr tblStylePr`),
}

/** The standard has a choice here, not a sequence: each child at most once, in any order. */
export const anyOrder: ReadonlySet<string> = new Set(['rPr', 'trPr'])

/** Elements that may repeat; header and footer references may come in any order among themselves. */
export const repeatable: ReadonlySet<string> = new Set([
  ...order('headerReference footerReference tr tc lvl abstractNum num numPicBullet tblStylePr'),
  ...order('bookmarkStart bookmarkEnd'),
])
