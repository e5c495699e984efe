import { expect, test } from 'vitest'
import { createInterpreter } from '../draw-postscript.ts'
import { MemoryStream } from '../files/byte-stream.ts'
import { Graphics } from '../graphics/graphics.ts'
import { formatObject } from '../operators/conversion.ts'
import { defaultLimits, type Limits } from './errors.ts'
import { PsArray, type PsObject } from './objects.ts'

/** What is on the operand stack after a program, the lowest first. */
function run(program: string | Buffer, limits: Partial<Limits> = {}): string {
  const ps = createInterpreter(new Graphics({ ...defaultLimits, ...limits }))
  ps.runStream(new MemoryStream(Buffer.from(program)))
  return ps.popMany(ps.size).map(show).join(' ')
}

function show(object: PsObject): string {
  return object instanceof PsArray ? `[${object.toList().map(show).join(' ')}]` : formatObject(object)
}

test.each([
  // Syntax
  ['1 -2 +3 1.5 .5 -1e3 16#ff 2#101', '1 -2 3 1.5 0.5 -1000.0 255 5'],
  ['(a(b)c\\)\\101\\n) length', '8'],
  ['<48656c6c6f> <4> length <~87cURD]j~>', 'Hello 1 Hello '],
  ['/a /b cvx xcheck [1 [2 3]] {4 {5}}', 'a true [1 [2 3]] [4 [5]]'],
  ['/x 5 def {//x} /x 6 def exec', '5'],
  ['1 % comment\n2%x\r3', '1 2 3'],
  ['<< /a 1 /b 2 >> dup /b get exch length', '2 2'],
  // Stack
  ['1 2 3 3 1 roll', '3 1 2'],
  ['1 2 3 3 -1 roll', '2 3 1'],
  ['1 2 2 copy exch 3 index', '1 2 2 1 1'],
  ['mark 1 2 counttomark 3 1 roll cleartomark', ''],
  // Arithmetic
  ['7 2 idiv -7 2 idiv 7 2 mod -7 2 mod 7 2 div', '3 -3 1 -1 3.5'],
  ['2147483647 1 add type 1 2 add type 1 2.0 add', 'realtype integertype 3.0'],
  ['6.5 round -6.5 round 3.2 ceiling -3.2 floor -3.7 truncate', '7.0 -6.0 4.0 -4.0 -3.0'],
  ['90 sin 60 cos 1 0 atan -1 0 atan 9 sqrt', '1.0 0.5 90.0 270.0 3.0'],
  ['5 3 and 5 3 or 5 3 xor 5 not 1 3 bitshift 8 -2 bitshift true false or', '1 7 6 -6 8 2 true'],
  ['1 1.0 eq (a) /a eq (a) (b) lt [1] [1] eq', 'true true true false'],
  // Conversion
  ['(12.7) cvi 3 cvr (x) cvn 255 16 3 string cvrs 1.0 10 string cvs', '12 3.0 x FF 1.0'],
  // Control
  ['0 1 1 10 {add} for', '55'],
  ['1 4 {2 mul} repeat 0 {1 add dup 5 ge {exit} if} loop', '16 5'],
  ['1 0.5 2 {} for', '1.0 1.5 2.0'],
  ['[1 2 3] {dup mul} forall (ab) {} forall', '1 4 9 97 98'],
  ['true {1} {2} ifelse {3 stop 4} stopped', '1 3 true'],
  ['/f {dup 0 gt {1 sub f} if} def 100000 f', '0'],
  // Errors
  ['{1 (a) add} stopped', '1 a true'],
  ['{nothing} stopped $error /errorname get', 'true undefined'],
  ['errordict /undefined {pop 42} put nothing', '42'],
  ['{{exit} stopped} loop', ''],
  // Composite objects
  ['(hello) 1 3 getinterval dup 0 65 put', 'All'],
  ['/s (hello) def s 1 3 getinterval 0 65 put s', 'hAllo'],
  ['[1 2 3 4] dup 1 [8 9] putinterval', '[1 8 9 4]'],
  ['(abcd) (bc) search', 'd bc a true'],
  ['(abcd) (ab) anchorsearch (x) (y) search', 'cd ab true x false'],
  ['2 dict begin /a 1 def /b 2 def currentdict end {exch pop} forall add', '3'],
  ['/a 1 def /a where {/a get} if /nothing where', '1 false'],
  ['/p {1 2 add} bind def /add {pop} def p', '3'],
  // Virtual memory
  ['/a 1 def /l [1 2] def save /a 2 def l 0 9 put restore a l', '1 [1 2]'],
  ['true setglobal /l [1] false setglobal def save l 0 9 put restore l', '[9]'],
  [
    '{save currentgstate} stopped {gstate restore} stopped {mark setgstate} stopped',
    '--nostringval-- true --nostringval-- true --nostringval-- true',
  ],
  // Files
  ['(1 2 add) cvx exec (3 rest) token', '3 rest 3 true'],
  ['(616263) /ASCIIHexDecode filter 3 string readstring', 'abc true'],
  ['(abXYZcd) 0 (XYZ) /SubFileDecode filter 10 string readstring', 'ab false'],
  ['(secret) (r) {file} stopped', 'secret r true'],
  ['{(/etc/passwd) run} stopped $error /errorname get', '/etc/passwd true invalidfileaccess'],
])('%s', (program, expected) => {
  expect(run(program)).toBe(expected)
})

test('currentfile: reads the bytes behind the operator', () => {
  expect(run('/f currentfile def f 5 string readstring\nhello f 6 string readline\nline\n 1')).toBe(
    'hello true line true 1',
  )
  expect(run('currentfile 3 string readhexstring 41 4\n2 43 7')).toBe('ABC true 7')
})

test.each([
  ['{} loop', 'steps'],
  ['{10000 array pop} loop', 'memory'],
  ['{1} loop', 'steps'],
])('limits: %s', (program, limit) => {
  expect(() => run(`{${program}} stopped`, { maxSteps: 100_000, maxMemoryBytes: 1_000_000 })).toThrow(limit)
})

test('deep recursion is an error of the program', () => {
  expect(run('/f {f 1} def {f} stopped $error /errorname get')).toMatch(/true execstackoverflow$/)
})
