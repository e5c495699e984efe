/** `save` and `restore`, resources, and parameters of a system that does not exist here. */
import { PsError, StopSignal } from '../language/errors.ts'
import type { Interpreter, OperatorTable } from '../language/interpreter.ts'
import {
  arrayOf,
  mark,
  PsArray,
  PsDict,
  PsOpaque,
  PsOperator,
  PsString,
  stringOf,
} from '../language/objects.ts'

/** Dictionaries of resources by category. */
const resources = new WeakMap<Interpreter, Map<string, PsDict>>()

export function resourcesOf(ps: Interpreter, category: string): PsDict {
  const all = resources.get(ps) ?? new Map<string, PsDict>()
  resources.set(ps, all)
  const known = all.get(category)
  if (known) return known
  if (all.size > 1000) throw new PsError('limitcheck')
  const dict = new PsDict()
  dict.isGlobal = true
  all.set(category, dict)
  return dict
}

const implicit: Readonly<Record<string, readonly string[]>> = {
  Filter: [
    'ASCIIHexDecode',
    'ASCII85Decode',
    'RunLengthDecode',
    'LZWDecode',
    'FlateDecode',
    'DCTDecode',
    'SubFileDecode',
    'ReusableStreamDecode',
  ],
  ColorSpaceFamily: [
    'DeviceGray',
    'DeviceRGB',
    'DeviceCMYK',
    'CIEBasedABC',
    'CIEBasedA',
    'CIEBasedDEF',
    'CIEBasedDEFG',
    'Indexed',
    'Separation',
    'DeviceN',
    'Pattern',
  ],
  FontType: ['0', '1', '2', '3', '42'],
}

function isImplicit(category: string, key: string): boolean {
  return implicit[category]?.includes(key) ?? false
}

function findResource(ps: Interpreter): void {
  const category = String(ps.keyOf(ps.pop()))
  const key = ps.keyOf(ps.peek())
  if (category === 'Font') {
    ps.execute(ps.lookUp('findfont'))
    return
  }
  const found = resourcesOf(ps, category).get(key) ?? (category === 'Category' ? ps.newDict() : undefined)
  if (found === undefined && !isImplicit(category, String(key))) throw new PsError('undefinedresource')
  const name = ps.pop()
  ps.push(found ?? name)
}

function defineResource(ps: Interpreter): void {
  const category = String(ps.keyOf(ps.pop()))
  const instance = ps.pop()
  if (category === 'Font') {
    ps.push(instance)
    ps.execute(ps.lookUp('definefont'))
    return
  }
  const key = ps.keyOf(ps.pop())
  ps.put(resourcesOf(ps, category), key, instance)
  ps.push(instance)
}

function resourceStatus(ps: Interpreter): void {
  const category = String(ps.keyOf(ps.pop()))
  const key = ps.keyOf(ps.pop())
  const isKnown = resourcesOf(ps, category).get(key) !== undefined || isImplicit(category, String(key))
  if (isKnown) {
    ps.push(0)
    ps.push(0)
  }
  ps.push(isKnown)
}

function resourceForAll(ps: Interpreter): void {
  const category = String(ps.keyOf(ps.pop()))
  const scratch = ps.popString()
  const procedure = ps.popProcedure()
  ps.pop()
  for (const key of [...resourcesOf(ps, category).map.keys()]) {
    const bytes = Buffer.from(String(key), 'latin1').subarray(0, scratch.bytes.length)
    scratch.bytes.set(bytes)
    ps.push(new PsString(scratch.bytes.subarray(0, bytes.length)))
    ps.runProcedure(procedure)
  }
}

const parameters = (entries: Readonly<Record<string, number | boolean>>) => (ps: Interpreter) => {
  const dict = ps.newDict()
  for (const [key, value] of Object.entries(entries)) ps.put(dict, key, value)
  ps.push(dict)
}

const cacheBytes = 1_000_000

const userParameters = {
  MaxOpStack: 100_000,
  MaxExecStack: 500,
  MaxDictStack: 500,
  MaxLocalVM: 100_000_000,
  MaxFontItem: cacheBytes,
  MinFontCompress: cacheBytes,
  MaxUPathItem: cacheBytes,
  MaxFormItem: cacheBytes,
  MaxPatternItem: cacheBytes,
  MaxScreenItem: cacheBytes,
  MaxSuperScreen: 1016,
  VMReclaim: 0,
  VMThreshold: cacheBytes,
  AccurateScreens: false,
  IdiomRecognition: false,
} as const

const systemParameters = {
  BuildTime: 0,
  ByteOrder: false,
  RealFormat: 0,
  MaxPatternCache: cacheBytes,
  CurPatternCache: 0,
  MaxFontCache: cacheBytes,
  CurFontCache: 0,
  MaxFormCache: cacheBytes,
  CurFormCache: 0,
  MaxUPathCache: cacheBytes,
  CurUPathCache: 0,
  MaxScreenStorage: cacheBytes,
  CurScreenStorage: 0,
  MaxOutlineCache: cacheBytes,
  CurOutlineCache: 0,
  MaxDisplayList: cacheBytes,
  CurDisplayList: 0,
  PageCount: 0,
} as const

const drop = (count: number) => (ps: Interpreter) => {
  ps.popMany(count)
}

export const memoryOperators: OperatorTable = {
  findresource: findResource,
  defineresource: defineResource,
  undefineresource: ps => {
    const category = String(ps.keyOf(ps.pop()))
    ps.removeKey(resourcesOf(ps, category), ps.keyOf(ps.pop()))
  },
  resourcestatus: resourceStatus,
  resourceforall: resourceForAll,
  vmstatus: ps => {
    for (const value of [1, 1_000_000, 100_000_000]) ps.push(value)
  },
  vmreclaim: drop(1),
  setvmthreshold: drop(1),
  setglobal: ps => {
    ps.isAllocatingGlobal = ps.popBoolean()
  },
  currentglobal: ps => ps.push(ps.isAllocatingGlobal),
  gcheck: ps => {
    const object = ps.pop()
    const isLocal =
      (object instanceof PsDict && !object.isGlobal) ||
      (object instanceof PsArray && !object.store.isGlobal) ||
      object instanceof PsString
    ps.push(!isLocal)
  },
  setuserparams: drop(1),
  currentuserparams: parameters(userParameters),
  setsystemparams: drop(1),
  currentsystemparams: parameters(systemParameters),
  currentcacheparams: ps => ps.push(ps.newArray([])),
  setcacheparams: ps => {
    while (ps.size > 0 && !(ps.pop() instanceof PsOpaque));
  },
  setcachelimit: drop(1),
  cachestatus: ps => {
    for (let count = 0; count < 7; count++) ps.push(0)
  },
  setobjectformat: drop(1),
  currentobjectformat: ps => ps.push(0),
  startjob: ps => {
    ps.popMany(2)
    ps.push(false)
  },
  exitserver: drop(1),
  defineuserobject: ps => {
    const [object, index] = [ps.pop(), ps.pop()]
    ps.put(resourcesOf(ps, 'UserObject'), ps.keyOf(index), object)
  },
  execuserobject: ps => {
    const object = resourcesOf(ps, 'UserObject').get(ps.keyOf(ps.pop()))
    if (object === undefined) throw new PsError('rangecheck')
    ps.next = object
  },
  undefineuserobject: drop(1),
  internaldict: ps => {
    ps.pop()
    ps.push(resourcesOf(ps, 'InternalDict'))
  },
  setdevparams: drop(2),
  currentdevparams: ps => {
    ps.pop()
    ps.push(ps.newDict())
  },
}

/** Procedures elsewhere, whose names programs take for their own procedures, in spite of `bind`. */
const procedureNames =
  `letter note legal ledger 11x17 a3 a4 a5 b5 stack pstack echo prompt start findencoding handleerror jobname
jobtimeout waittimeout setmanualfeed setpapertray setduplexmode settumble setpageparams setjobtimeout setdefaulttimeouts print =
== setcoloroverprint setdevparams currentdevparams`.split(/\s+/)

const errorNames =
  `configurationerror dictfull dictstackoverflow dictstackunderflow execstackoverflow interrupt invalidaccess
invalidexit invalidfileaccess invalidfont invalidrestore ioerror limitcheck nocurrentpoint rangecheck stackoverflow
stackunderflow syntaxerror timeout typecheck undefined undefinedfilename undefinedresource undefinedresult unmatchedmark
unregistered VMerror`.split(/\s+/)

/** Operators that define character maps, which are not needed: composite fonts take two bytes as a character. */
const mapOperators =
  `begincmap endcmap usecmap usefont begincodespacerange endcodespacerange beginbfchar endbfchar beginbfrange
endbfrange begincidchar endcidchar begincidrange endcidrange beginnotdefchar endnotdefchar beginnotdefrange endnotdefrange
beginrearrangedfont endrearrangedfont beginusematrix endusematrix`.split(/\s+/)

function characterMapProcedures(): PsDict {
  const dict = new PsDict()
  dict.isGlobal = true
  for (const name of mapOperators)
    dict.map.set(
      name,
      new PsOperator(name, (ps: Interpreter) => {
        const hasOperands = !['begincmap', 'endcmap', 'endusematrix'].includes(name)
        if (name.startsWith('begin') || name.startsWith('use')) {
          if (hasOperands) ps.pop()
          if (hasOperands && name.startsWith('begin')) ps.push(mark)
        } else if (hasOperands) ps.resize(ps.size - ps.countToMark() - 1)
      }),
    )
  return dict
}

/** Names that programs expect in a printer. */
export function addSystemDictionaries(ps: Interpreter): void {
  for (const name of errorNames)
    ps.errors.map.set(
      name,
      new PsOperator(name, () => {
        throw new StopSignal(name)
      }),
    )
  ps.errors.map.set('handleerror', arrayOf([], true))
  const { map } = ps.system
  map.set('systemdict', ps.system)
  map.set('globaldict', ps.global)
  map.set('shareddict', ps.global)
  map.set('userdict', ps.user)
  map.set('errordict', ps.errors)
  map.set('$error', ps.lastError)
  resourcesOf(ps, 'ProcSet').map.set('CIDInit', characterMapProcedures())
  // Values, not operators: `bind` leaves their names alone.
  for (const [name, value] of [
    ['true', true],
    ['false', false],
    ['null', null],
    ['version', stringOf('3010')],
    ['product', stringOf('Filesmith')],
    ['revision', 1],
    ['serialnumber', 0],
    ['languagelevel', 3],
  ] as const)
    map.set(name, value)
  for (const name of procedureNames) {
    const operator = map.get(name)
    if (operator) map.set(name, arrayOf([operator], true))
  }
  for (const name of ['statusdict', 'GlobalFontDirectory', 'SharedFontDirectory'])
    if (!map.has(name)) map.set(name, new PsDict())
  for (const [key, value] of [
    ['newerror', false],
    ['recordstacks', true],
    ['binary', false],
  ] as const)
    ps.lastError.map.set(key, value)
  ps.lastError.map.set('errorname', null)
  ps.lastError.map.set('command', null)
}
