/** Pages of books: allowed elements in the content model of HTML, links and images of the book only. */
import { expect, test } from 'vitest'
import { writeXhtml } from '../write/xhtml.ts'
import { cleanBookPage } from './clean-page.ts'

function cleaned(page: string): string {
  const nodes = cleanBookPage(page, {
    image: address => (address === 'a.png' ? 'image:1.png' : undefined),
    link: address => (address.startsWith('#') ? `section:s1${address}` : undefined),
    drawing: () => undefined,
    emphasis: classes => (classes.includes('it') ? { italic: true } : {}),
  })
  return writeXhtml(nodes, {
    link: link => link.replace('section:', ''),
    image: source => source.slice(6),
    id: id => id,
  })
}

test.each([
  [
    'scripts, styles and handlers',
    '<p onclick="x()">a</p><script>x()</script><style>p{}</style>',
    '<p>a</p>',
  ],
  ['a block in an inline element', '<b><div>a</div></b>', '<div>a</div>'],
  ['a heading with a block', '<h1><div>a</div></h1>', '<h1> a</h1>'],
  ['stray items of a list', '<ul><li value="2">a</li><p>b</p></ul>', '<ul><li>a</li><li><p>b</p></li></ul>'],
  ['an item without a list', '<li>a</li>', '<div>a</div>'],
  ['a definition without a term', '<dl><dd>a</dd></dl>', '<div><div>a</div></div>'],
  ['empty elements of XHTML', '<a id="x"/><p>a</p>', '<span id="x"></span><p>a</p>'],
  ['old elements', '<center><font color="red">a</font> <tt>b</tt></center>', '<div>a <code>b</code></div>'],
  ['an image of the book', '<p><img src="a.png"></p>', '<p><img src="1.png" alt=""/></p>'],
  ['an image elsewhere', '<p><img src="file:///a.png" alt="a map"></p>', '<p>a map</p>'],
  ['a cover in a drawing', '<svg><image xlink:href="a.png"/></svg>', '<img src="1.png" alt=""/>'],
  ['a link of the book', '<p><a href="#n">a</a></p>', '<p><a href="s1#n">a</a></p>'],
  ['a link that runs', '<p><a href="javascript:x()">a</a></p>', '<p>a</p>'],
  ['emphasis by a class', '<p><span class="it">a</span></p>', '<p><em>a</em></p>'],
  ['a table without rows', '<table></table><p>a</p>', '<p>a</p>'],
])('cleanBookPage: %s', (_, page, expected) => {
  expect(cleaned(page)).toBe(expected)
})

test('cleanBookPage: formulas without their source', () => {
  expect(
    cleaned(
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x</annotation></semantics></math>',
    ),
  ).toBe('<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mi>x</mi></semantics></math>')
})
