/** Allow lists for CSS that loads nothing. */

const words = (text: string) => text.trim().split(/\s+/)

/** Whether a rule contains rules or declarations. Excluded: import, font-face, namespace, charset, property, counter-style. */
export const allowedRules: ReadonlyMap<string, 'rules' | 'declarations'> = new Map([
  ['media', 'rules'],
  ['supports', 'rules'],
  ['container', 'rules'],
  ['layer', 'rules'],
  ['keyframes', 'rules'],
  ['-webkit-keyframes', 'rules'],
  ['page', 'declarations'],
])

const sides = [
  'top',
  'right',
  'bottom',
  'left',
  'block',
  'inline',
  'block-start',
  'block-end',
  'inline-start',
  'inline-end',
]
const borderSides = ['', ...sides.map(side => `-${side}`)].flatMap(side =>
  ['', '-width', '-style', '-color'].map(part => `border${side}${part}`),
)
const boxSides = ['margin', 'padding', 'inset', 'scroll-margin', 'scroll-padding'].flatMap(box => [
  box,
  ...sides.map(side => `${box}-${side}`),
])

/** Excluded: properties that load (behavior, -moz-binding, src), and those only useful in a browser window. */
export const allowedProperties: ReadonlySet<string> = new Set([
  ...borderSides,
  ...boxSides,
  ...words(`
    align-content align-items align-self alignment-baseline all animation animation-delay animation-direction
    animation-duration animation-fill-mode animation-iteration-count animation-name animation-play-state
    animation-timing-function appearance aspect-ratio backface-visibility background background-attachment
    background-blend-mode background-clip background-color background-image background-origin background-position
    background-position-x background-position-y background-repeat background-size baseline-shift block-size
    border-collapse border-image border-image-outset border-image-repeat border-image-slice border-image-source
    border-image-width border-radius border-top-left-radius border-top-right-radius border-bottom-left-radius
    border-bottom-right-radius border-spacing bottom box-decoration-break box-shadow box-sizing break-after break-before
    break-inside caption-side caret-color clear clip clip-path clip-rule color color-adjust color-interpolation
    color-interpolation-filters color-scheme column-count column-fill column-gap column-rule column-rule-color
    column-rule-style column-rule-width column-span column-width columns contain container container-name container-type
    content content-visibility counter-increment counter-reset counter-set cursor direction display dominant-baseline
    empty-cells fill fill-opacity fill-rule filter flex flex-basis flex-direction flex-flow flex-grow flex-shrink
    flex-wrap float flood-color flood-opacity font font-family font-feature-settings font-kerning font-size
    font-size-adjust font-stretch font-style font-synthesis font-variant font-variant-alternates font-variant-caps
    font-variant-east-asian font-variant-ligatures font-variant-numeric font-variant-position font-variation-settings
    font-weight forced-color-adjust gap grid grid-area grid-auto-columns grid-auto-flow grid-auto-rows grid-column
    grid-column-end grid-column-gap grid-column-start grid-gap grid-row grid-row-end grid-row-gap grid-row-start
    grid-template grid-template-areas grid-template-columns grid-template-rows hanging-punctuation height
    hyphenate-character hyphens image-orientation image-rendering inline-size isolation justify-content justify-items
    justify-self left letter-spacing lighting-color line-break line-height list-style list-style-position
    list-style-type marker marker-end marker-mid marker-start mask mask-image mask-mode mask-position mask-repeat
    mask-size mask-type max-block-size max-height max-inline-size max-width min-block-size min-height min-inline-size
    min-width mix-blend-mode object-fit object-position opacity order orphans outline outline-color outline-offset
    outline-style outline-width overflow overflow-anchor overflow-wrap overflow-x overflow-y page page-break-after
    page-break-before page-break-inside paint-order perspective perspective-origin place-content place-items place-self
    pointer-events position print-color-adjust quotes resize right rotate row-gap ruby-align ruby-position scale
    scroll-behavior shape-image-threshold shape-margin shape-outside shape-rendering size stop-color stop-opacity stroke
    stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
    tab-size table-layout text-align text-align-last text-anchor text-combine-upright text-decoration
    text-decoration-color text-decoration-line text-decoration-skip text-decoration-skip-ink text-decoration-style
    text-decoration-thickness text-emphasis text-emphasis-color text-emphasis-position text-emphasis-style text-indent
    text-justify text-orientation text-overflow text-rendering text-shadow text-size-adjust text-transform
    text-underline-offset text-underline-position text-wrap top transform transform-box transform-origin transform-style
    transition transition-delay transition-duration transition-property transition-timing-function translate
    unicode-bidi user-select vector-effect vertical-align visibility white-space widows width word-break word-spacing
    word-wrap writing-mode z-index zoom
    so-language mso-number-format
    -webkit-text-size-adjust -webkit-font-smoothing -webkit-hyphens -webkit-box-orient -webkit-line-clamp
    -webkit-print-color-adjust -webkit-appearance -webkit-text-fill-color -webkit-text-stroke -webkit-box-sizing
    -webkit-border-radius -webkit-box-shadow -webkit-transform -webkit-column-count -webkit-column-gap -moz-box-sizing
    -moz-border-radius -moz-column-count -moz-column-gap -moz-osx-font-smoothing -ms-text-size-adjust
  `),
])

/** Excluded: url, image, image-set, src, cross-fade, element, paint, expression, attr and unknown functions. */
export const allowedFunctions: ReadonlySet<string> = new Set(
  words(`
    rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
    calc min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp
    var counter counters
    linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient
    repeating-conic-gradient -webkit-linear-gradient -webkit-radial-gradient -moz-linear-gradient -webkit-gradient
    translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d
    rotate rotatex rotatey rotatez rotate3d skew skewx skewy matrix matrix3d perspective
    cubic-bezier steps linear blur brightness contrast grayscale hue-rotate invert opacity saturate sepia drop-shadow
    inset circle ellipse polygon path rect xywh minmax repeat fit-content
  `),
)

/** Functions in selectors and conditions. */
export const allowedSelectorFunctions: ReadonlySet<string> = new Set(
  words(`
    calc clamp dir has host is lang matches max min not nth-child nth-last-child nth-last-of-type nth-of-type selector
    style where -moz-any -webkit-any
  `),
)
