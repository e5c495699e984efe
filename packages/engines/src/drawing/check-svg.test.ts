import { describe, expect, test } from 'vitest'
import { isSafeSvg } from './check-svg.ts'

describe('isSafeSvg', () => {
  test.each([
    '<svg><script>alert(1)</script></svg>',
    '<svg onload="alert(1)"/>',
    '<svg><image href="https://example.com/x.png"/></svg>',
    "<svg><use xlink:href='file:///etc/passwd#a'/></svg>",
    '<svg><style>@import "x.css"</style></svg>',
    '<svg><rect fill="url(https://example.com/#a)"/></svg>',
    '<svg><foreignObject/></svg>',
    '<svg><a xlink:href="javascript:run()"/></svg>',
    '<svg><a href="https://example.com/" onclick="run()"/></svg>',
    '<svg><g title="a>" onload="run()"/></svg>',
    `<svg><!-- <g ' --><g a="'>" onload="run()"/></svg>`,
    '<svg><animate href="https://example.com/"/></svg>',
  ])('refuses %s', svg => {
    expect(isSafeSvg(svg)).toBe(false)
  })

  test.each([
    '<svg><use xlink:href="#glyph"/></svg>',
    '<svg><image xlink:href="data:image/png;base64,AAAA"/></svg>',
    '<svg><g clip-path="url(#clip1)"/></svg>',
    '<svg><a xlink:href="https://example.com/a" target="_blank"><path/></a></svg>',
    '<svg><text>Only one = 1, href="x"</text></svg>',
  ])('accepts %s', svg => {
    expect(isSafeSvg(svg)).toBe(true)
  })
})
