/**
 * Names that PDF itself gives a meaning (ISO 32000-2 and the specifications it refers to): keys, types, filters, standard fonts
 * and glyphs. They are in every document, say nothing of what it is about, and stay where a redaction removes the same word.
 */
import { glyphNames } from '../fonts/glyph-names.ts'

const names = `
A A85 AA AC ADBE AESV2 AESV3 AF AFRelationship AHx AIS AN AP AS ASCII85Decode ASCIIHexDecode AcroForm Action ActualText
AddRevInfo After All AllOff AllOn AllPages Alpha Alt Alternate AlternateImages AlternatePresentations Alternates Alternative And
Angle Annot Annotated Annots Anti AntiAlias AnyOff AnyOn AppDefault Appligent Art ArtBox Artifact Ascent Aside Attached
Attachment Attestation Auth AuthEvent Author Auto AvgWidth B BBox BC BE BG BG2 BI BIG BLE BM BPC BS Background
BackdropColor Base BaseEncoding BaseFont BaseState BaseVersion Bead Before BibEntry BitsPerComponent BitsPerCoordinate
BitsPerFlag BitsPerSample Bl BlackIs1 BlackPoint BleedBox Block BlockAlign BlockQuote Book Border BorderColor
BorderStyle BorderThickness Both Bottom Bounds BoundingBox Brotli BrotliDecode Btn Build ByteRange C C0 C1 CA CCF
CCITTFaxDecode CF CFM CI CIDFontType0 CIDFontType0C CIDFontType2 CIDSet CIDSystemInfo CIDToGIDMap CJKV CMYK CMap CMapName
CO CP CS CSS CT CV CYX CalCMYK CalGray CalRGB Cap CapHeight Caption Caret Catalog Category Cell CenterWindow Center
Cert Ch Changes CharProcs CharSet CheckSum Circle ClassMap Code Collection CollectionColors CollectionField
CollectionItem CollectionSchema CollectionSort CollectionSplit CollectionSubitem Color ColorBurn ColorDodge ColorSpace
ColorTransform Colorants Colors ColSpan Column ColumnCount ColumnGap ColumnWidths Columns Compatible Components
CompressedSize Condensed Configs Contents Coords Copy Count CreationDate Creator CreatorInfo CropBox Crypt CryptFilter
CryptFilterDecodeParms Cyan D DA DCT DCTDecode DIS DL DM DP DPM DPart DPartRoot DPartRootNode DR DS DSS DV DW DW2 Darken
Data Date Decode DecodeParms Decimal DefEmbeddedFile Default DefaultCMYK DefaultForPrinting DefaultGray DefaultRGB Deleted
Delete Desc DescendantFonts Descent Design Dest DestOutputProfile DestOutputProfileRef Dests DeviceCMYK
DeviceColorant DeviceGray DeviceN DeviceRGB DeviceRGBA Di Diamond Difference Differences DigestLocation DigestMethod
DigestValue Dingbats Direction Disc DisplayDocTitle Distribute Div DocMDP DocTimeStamp Document DocumentFragment
DocOpen Domain Dotted Double Dur Duplex DuplexFlipLongEdge DuplexFlipShortEdge E EF EFF EFOpen EP ETSI EarlyChange Em
Embedded EmbeddedFile EmbeddedFiles Encode EncodedByteAlign Encoding Encrypt EncryptMetadata EncryptedPayload End EndIndent
EndOfBlock EndOfLine Endnote EntryPoint Event Exclude Exclusion ExData Expanded Experience ExpertEncoding Export
ExportState ExtGState Extend Extends ExtensionLevel ExtensionRevision Extensions F FDecodeParms FD FENote FFilter FG FL FS FT
FWParams FWPosition FWScale False Fade Ff Fg FieldMDP Fields Figure FileAttachment Filespec Filter First FirstChar FirstPage
Fit FitB FitBH FitBV FitH FitR FitV FitWindow Fixed FixedPrint Fl FlateDecode Flags Flash Fly Fo Fold Font
FontBBox FontDescriptor FontFamily FontFauxing FontFile FontFile2 FontFile3 FontMatrix FontName FontStretch FontWeight Footer
Footnote Form FormData FormEx FormType Formula Free FreeText FreeTextCallout FreeTextTypeWriter FullScreen Function FunctionType
Functions G GTS_PDFA1 GTS_PDFE1 GTS_PDFX Gamma Generic Glitter GlyphOrientationVertical GoTo GoTo3DView GoToDp GoToE
GoToR Graph Gray Groove Group H H1 H2 H3 H4 H5 H6 HF HI HT HTP HalftoneName HalftoneType HardLight
Header Headers Height Hid Hidden Hide HideAnnotationActions HideMenubar HideToolbar HideWindowUI Highlight Hn Hue I IC ICCBased ID IDS
IDTree IF IM IN IRT IT IX ISO_PDFE1 Identity Identity-H Identity-V Illuminated Image ImageB ImageC ImageI ImageMask
Import Include Index Indexed Info Ink InkList Inline InlineAlign InlineShape Inset Insert Intent InternalHyperlink Interpolate
IsMap ItalicAngle Issuer JBIG2Decode JBIG2Globals JPX JPXDecode JS JavaScript JavaScriptActions Justify K Key KeyUsage Keywords Kids L L2R
LBody LC LE LI LJ LL LLE LLO LW LZW LZWDecode Lab Label Lang Language Last LastChar LastModified LastPage
LaunchActions Launch Layout Lbl Leading Legal LegalAttestation Length Length1 Length2 Length3 Level1 Lighten Limits Line
LineArrow LineDimension LineHeight LineThrough Linearized LineX LineY Link List ListNumbering Lock Long Lookup
LrTb Luminosity M MCD MCID MCR MD5 MDP MK ML MMType1 MN MR MS MacExpertEncoding MacOS MacRomanEncoding Magenta
MarkInfo MarkStyle Marked Mask Material Math MathML Matrix Matte MaxLen MaxWidth Max Measure MediaBox MediaClip Metadata Middle
MissingWidth Min Mix MixingHints ModDate Modify Mode Movie MovieActions Multiply N NA NM NS NSO Name NameTable Named Names Namespace
Namespaces Navigator NeedAppearances NeedsRendering NewWindow Next NextPage NoRotate NoView NoZoom None
NonEFontNoWarn NonEmbeddedFonts NonFullScreenPageMode NonStruct Normal Not Note NumCopies NumberFormat Nums O OB OBJR OC
OCG OCGs OCMD OCProperties OCSP OCSPs OE OFF OID ON OP OPI OPM OS Obj ObjStm Off Offset On Once Online Open OpenAction
OpenType Opt OptionalContent Or Order Ordered Ordering Org Outlines OutputCondition OutputConditionIdentifier OutputIntent
OutputIntents Outset Overlay Overline P PCM PDF PDFDocEncoding PS PZ PaintType Padding Page PageElement
PageLabel PageLabels PageLayout PageMode PageNum PageNumber Pages Pagination PaperMetaData Par Para Parent
ParentTree ParentTreeNextKey Params Part Path Pattern PatternType Perceptual Perms Pg Phoneme PhoneticAlphabet
PickTrayByPDFSize PieceInfo Placement Play PolyLine PolyLineDimension Polygon PolygonCloud PolygonDimension Popup Pos Position Predictor
Preferred PresSteps PreserveRB Prev PrevPage Preview Print PrintArea PrintClip PrintFieldAttr PrintPageRange
PrintScaling Printed PrinterMark PrinterMarks PrintState Private ProcSet Process Producer Projection ProjectionAnnotation Prop_AuthTime
Prop_AuthType Prop_Build Properties Proportional Pronunciation PronunciationLexicon Pt PtData Push Q QuadPoints Quote R R2L RBGroups
RC RD RF RGB RH RI RL RP RT RTLr RV Radial Range RB Reason Recipients Rect Red Ref Reference RefHT Registry RegistryName
RelativeColorimetric Relationship Rename Rendition Renditions Replace ReplaceAlternate Required Requirement
Requirements ResetForm Resources Rewrite RichMedia RichMediaContent Ridge RlTb Role RoleMap RoleMapNS
Root Rotate Row RowSpan Rows Ruby RubyAlign RubyPosition RunLengthDecode S SE SI SIS SM SMask SMaskInData SP SPS SS ST
SV Saturation Scale Schema Scope Screen Sect Segmented Separation SeparationColorNames SeparationInfo SetOCGState
SetState Shading ShadingType Sharp Short ShowBorder Sig SigDict SigFieldLock SigFlags SigQ SigRef Sign Signature Simplex Single SinglePage
Size Small Snapshot Solid SoftLight Sort Sound SoundActions SourceModified Source SpaceAfter SpaceBefore Span SpawnTemplate SpiderInfo
Split Square Squiggly St Stamp Standard StandardEncoding Start StartIndent StartResource State StateModel Status Std StdCF
StemH StemV StmF Stm StrF StrikeOut String Strong StructElem StructParent StructParents StructTreeRoot Style Sub SubFilter SubType
Subject Subj SubjectDN SubmitForm Subset Subtype Summary Supplement Suspects Symbol SymbolSet Synchronous Synthetic T TBody
TD TF TFoot TH THead TI TID TIDS TK TM TOC TOCI TP TR TR2 TRN TS TSize TT TTL TU Table Tabs Tags Template Templates
TemplateInstantiated Text TextAlign TextDecorationColor TextDecorationThickness TextDecorationType TextIndent TbLr TbRl TbLR
Thread Threads Thumb TilingType TimeStamp Timespan Title ToUnicode Toggle Top TransferFunction TransformMethod
TransformParams Trans Transition Transparency Trapped TrapNet TrapRegions TrapStyles TrimBox True TrueType
TrueTypeFonts TwoColumnLeft TwoColumnRight TwoPageLeft TwoPageRight Tx Type Type0 Type1 Type1C Type3 U U3D UC UCR UCR2
UE UF UR UR3 URI URIActions URL URLS Unchanged Uncover Underline Unix Unknown Unordered Unspecified Untagged UnencryptedWrapper
UpperAlpha UpperRoman LowerAlpha LowerRoman Usage UseAttachments UseCMap UseNone UseOC UseOutlines UseThumbs User UserProperties
UserProperty UserUnit V VE VP VRI Validation VeriSign Version Vertices VerticesPerRow View ViewArea ViewClip ViewState ViewerPreferences
Viewport VisiblePages Volatile Volume W W2 WC WMode WP WS WT Warichu Watermark WebCapture WhitePoint Widget Widths Width Window Windows WinAnsiEncoding Wipe
WordSpacing WritingMode X XFA XFAResources XHeight XML XObject XRef XRefStm XSquare XStep XYZ Xsquare Y YStep Yellow Z Zoom
ZapfDingbatsEncoding Black Blue Green Artwork Contact Design Language3D PRC RichMediaSettings RichMediaActivation
adbe.pkcs7.detached adbe.pkcs7.sha1 adbe.x509.rsa_sha1 ca op cm exclGroup off on ri sRGB
Courier Courier-Bold Courier-BoldOblique Courier-Oblique Helvetica Helvetica-Bold Helvetica-BoldOblique Helvetica-Oblique
Times-Roman Times-Bold Times-Italic Times-BoldItalic ZapfDingbats notdef .notdef
begin end def dict dup findresource defineresource currentdict pop usecmap CIDInit Adobe-Identity-UCS CIDCount CMapType CMapVersion UIDOffset XUID UIDBase
begincmap endcmap begincodespacerange endcodespacerange
`

const standard: ReadonlySet<string> = new Set(names.trim().split(/\s+/))
/** By character or number: uni0041, u1F600, g12, cid34, glyph56, .notdef. */
const numberedGlyph =
  /^(?:uni[0-9A-F]{4}|u[0-9A-F]{4,6}|(?:g|a|c|C|cid|gid|glyph|index|char)\d{1,5}|G[0-9A-F]{2})$/

export function isStandardName(name: string): boolean {
  return standard.has(name) || glyphNames.has(name) || numberedGlyph.test(name)
}
