/** Allow lists of elements and attributes for HTML, SVG and MathML that load nothing. */

const words = (text: string) => text.trim().split(/\s+/)

export const voidElements: ReadonlySet<string> = new Set(words('area br col hr img input wbr meta'))

/** Removed with their content; of other disallowed elements, the content is kept. */
export const droppedWithContent: ReadonlySet<string> = new Set(
  words('script iframe template noframes noembed annotation annotation-xml metadata foreignobject frameset'),
)

/** Obsolete elements and their modern equivalents. */
export const renamedElements: ReadonlyMap<string, string> = new Map([
  ['xmp', 'pre'],
  ['listing', 'pre'],
  ['plaintext', 'pre'],
])

export const htmlElements: ReadonlySet<string> = new Set(
  words(`
    a abbr acronym address area article aside b bdi bdo big blockquote body br button caption center cite code col
    colgroup data dd del details dfn dialog dir div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6
    head header hgroup hr html i img input ins kbd label legend li main map mark menu meta meter multicol nav nobr ol
    optgroup option output p pre progress q rp rt ruby s samp search section select small span strike strong style sub
    summary sup table tbody td textarea tfoot th thead time title tr tt u ul var wbr
  `),
)

export const svgElements: ReadonlySet<string> = new Set(
  words(`
    a circle clipPath defs desc ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
    feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
    feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile
    feTurbulence filter g image line linearGradient marker mask path pattern polygon polyline radialGradient rect stop
    style svg switch symbol text textPath title tspan use view
  `),
)

export const mathElements: ReadonlySet<string> = new Set(
  words(`
    math menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace
    msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics
  `),
)

export const globalAttributes: ReadonlySet<string> = new Set(
  words('class id lang dir title hidden role tabindex translate xml:lang'),
)

const table =
  'align valign width height bgcolor border cellpadding cellspacing frame rules summary nowrap char charoff'
const field = 'name type value checked disabled readonly placeholder maxlength size min max step multiple'

const htmlAttributesOf: Readonly<Record<string, string>> = {
  a: 'name',
  area: 'alt coords shape',
  body: 'bgcolor text link vlink alink leftmargin topmargin marginwidth marginheight',
  br: 'clear',
  button: 'disabled name type value',
  caption: 'align',
  col: `span ${table}`,
  colgroup: `span ${table}`,
  data: 'value',
  del: 'datetime',
  details: 'open',
  div: 'align',
  dl: 'compact',
  font: 'color face size',
  form: 'name',
  h1: 'align',
  h2: 'align',
  h3: 'align',
  h4: 'align',
  h5: 'align',
  h6: 'align',
  hr: 'align color noshade size width',
  img: 'align alt border height hspace vspace width',
  input: `alt ${field}`,
  ins: 'datetime',
  label: 'for',
  legend: 'align',
  li: 'type value',
  map: 'name',
  menu: 'compact type',
  meter: 'high low max min optimum value',
  multicol: 'cols gutter width',
  ol: 'compact reversed start type',
  optgroup: 'disabled label',
  option: 'disabled label selected value',
  p: 'align',
  pre: 'width',
  progress: 'max value',
  select: field,
  table,
  tbody: table,
  td: `abbr axis colspan headers rowspan scope ${table}`,
  textarea: 'cols disabled name placeholder readonly rows wrap',
  tfoot: table,
  th: `abbr axis colspan headers rowspan scope ${table}`,
  thead: table,
  time: 'datetime',
  tr: table,
  ul: 'compact type',
}

export const htmlAttributes: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(htmlAttributesOf).map(([element, names]) => [element, new Set(words(names))]),
)

/** Names of `meta` elements; never `http-equiv`. */
export const metaNames: ReadonlySet<string> = new Set(
  words('author color-scheme description generator keywords viewport'),
)

/** Attributes with plain values: numbers, lists, keywords. */
export const svgAttributes: ReadonlySet<string> = new Set(
  words(`
    amplitude azimuth baseFrequency bias clipPathUnits cx cy d diffuseConstant divisor dx dy edgeMode elevation exponent
    filterUnits fr fx fy gradientTransform gradientUnits height in in2 intercept k1 k2 k3 k4 kernelMatrix
    kernelUnitLength keyPoints lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits
    maskUnits method mode numOctaves offset operator order orient overflow pathLength patternContentUnits
    patternTransform patternUnits points pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits
    r radius refX refY result rotate rx ry scale seed slope spacing specularConstant specularExponent spreadMethod
    startOffset stdDeviation stitchTiles surfaceScale tableValues targetX targetY textLength transform type values
    version viewBox width x x1 x2 xChannelSelector y y1 y2 yChannelSelector z xml:space
  `),
)

/** Attributes sanitized like CSS declarations. */
export const svgStyleAttributes: ReadonlySet<string> = new Set(
  words(`
    alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
    direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family
    font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering letter-spacing
    lighting-color marker-end marker-mid marker-start mask opacity paint-order pointer-events shape-rendering stop-color
    stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit
    stroke-opacity stroke-width text-anchor text-decoration text-rendering transform-origin unicode-bidi vector-effect
    visibility word-spacing writing-mode
  `),
)

export const mathAttributes: ReadonlySet<string> = new Set(
  words(`
    accent accentunder close columnalign columnlines columnspacing columnspan depth dir display displaystyle fence frame
    height largeop linethickness lquote lspace mathbackground mathcolor mathsize mathvariant maxsize minsize
    movablelimits notation open rowalign rowlines rowspacing rowspan rquote rspace scriptlevel separator separators
    stretchy symmetric voffset width
  `),
)
