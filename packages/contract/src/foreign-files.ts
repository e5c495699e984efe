/** Names well-known kinds of files that cannot be converted, so that the user learns what a file is. */

interface ForeignKind {
  /** With its article. */
  readonly name: string
  /** First bytes, one character each; `?` is any byte. */
  readonly signatures?: readonly string[]
  readonly offset?: number
  /** Used only for files whose content is not recognized. */
  readonly extensions?: readonly string[]
}

const kinds: readonly ForeignKind[] = [
  { name: 'a Windows program (EXE or DLL)', signatures: ['MZ'], extensions: ['exe', 'dll', 'sys', 'scr'] },
  { name: 'a Windows installer (MSI)', extensions: ['msi'] },
  { name: 'a Linux program (ELF)', signatures: ['\x7fELF'], extensions: ['so'] },
  {
    name: 'a macOS program (Mach-O)',
    signatures: ['\xcf\xfa\xed\xfe', '\xce\xfa\xed\xfe', '\xfe\xed\xfa\xcf'],
  },
  { name: 'a Java class', signatures: ['\xca\xfe\xba\xbe'], extensions: ['class'] },
  { name: 'a Java program (JAR)', extensions: ['jar'] },
  { name: 'an Android app (APK)', extensions: ['apk', 'aab', 'xapk'] },
  { name: 'an iPhone app (IPA)', extensions: ['ipa'] },
  { name: 'an Android program (DEX)', signatures: ['dex\n'] },
  { name: 'a WebAssembly module', signatures: ['\0asm'], extensions: ['wasm'] },
  { name: 'a disk image', extensions: ['img'] },
  { name: 'a macOS disk image (DMG)', extensions: ['dmg'] },
  {
    name: 'a virtual disk',
    signatures: ['KDMV', 'QFI\xfb', 'conectix'],
    extensions: ['vmdk', 'vdi', 'vhd', 'qcow2'],
  },
  { name: 'a Debian package', signatures: ['!<arch>\ndebian'], extensions: ['deb'] },
  { name: 'an RPM package', signatures: ['\xed\xab\xee\xdb'], extensions: ['rpm'] },
  {
    name: 'a torrent',
    signatures: ['d8:announce', 'd13:announce-list', 'd10:created by'],
    extensions: ['torrent'],
  },
  { name: 'a Flash animation (SWF)', signatures: ['FWS', 'CWS', 'ZWS'], extensions: ['swf'] },
  { name: 'a Windows shortcut', signatures: ['L\0\0\0\x01\x14\x02\0'], extensions: ['lnk'] },
  { name: 'a Windows help file (CHM)', signatures: ['ITSF'], extensions: ['chm'] },
  { name: 'an Outlook data file (PST)', signatures: ['!BDN'], extensions: ['pst', 'ost'] },
  { name: 'an Access database', signatures: ['\0\x01\0\0Standard '], extensions: ['mdb', 'accdb'] },
  { name: 'an ORC table', signatures: ['ORC'], extensions: ['orc'] },
  { name: 'an HDF5 data file', signatures: ['\x89HDF\r\n\x1a\n'], extensions: ['h5', 'hdf5'] },
  { name: 'an AutoCAD drawing (DWG)', signatures: ['AC10'], extensions: ['dwg'] },
  { name: 'a draw.io diagram', signatures: ['<mxfile'], extensions: ['drawio'] },
  {
    name: 'a 3D model',
    signatures: ['glTF', 'Kaydara FBX Binary', 'ply\n', 'ply\r\n', 'ISO-10303-21;'],
    extensions: ['stl', 'obj', 'off', 'ply', 'fbx', 'gltf', 'glb', 'blend', '3ds', 'step', 'stp'],
  },
  { name: 'a Blender scene', signatures: ['BLENDER'] },
  { name: 'a MIDI file, which has notes and no sound', signatures: ['MThd'], extensions: ['mid', 'midi'] },
  {
    name: 'a certificate or key',
    signatures: ['-----BEGIN '],
    extensions: ['pem', 'crt', 'cer', 'key', 'p12', 'pfx'],
  },
  { name: 'a PGP message or key', signatures: ['-----BEGIN PGP'], extensions: ['gpg', 'asc', 'pgp'] },
  { name: 'an e-book of a Bambook reader (SNB)', signatures: ['SNBP000B'], extensions: ['snb'] },
  { name: 'a Telegram sticker (TGS)', extensions: ['tgs'] },
  { name: 'an e-book with copy protection (KFX)', signatures: ['CONT\x02', 'DRMION'], extensions: ['kfx'] },
  {
    name: 'a capture of network traffic (PCAP)',
    signatures: ['\xd4\xc3\xb2\xa1', '\n\r\r\n'],
    extensions: ['pcap', 'pcapng'],
  },
  { name: 'an unfinished download', extensions: ['crdownload', 'part', 'partial', 'download'] },
  { name: 'a compressed file (Unix compress)', signatures: ['\x1f\x9d'], extensions: ['z'] },
]

/** Also sniffed as a format that holds anything: text, or a compressed file. Their names are not in use for such files. */
const disguised: readonly string[] = ['a 3D model', 'a draw.io diagram', 'a Telegram sticker (TGS)']

/** A kind that was sniffed as text or as a compressed file, whose conversion would be of no use. */
export function nameDisguisedFile(fileName: string, head: Uint8Array): string | undefined {
  const name = nameForeignFile(fileName, head)
  return name !== undefined && disguised.includes(name) ? name : undefined
}

/** What a file is that no format of the registry matches; undefined if it is not known either. */
export function nameForeignFile(fileName: string, head: Uint8Array): string | undefined {
  const found = kinds.findLast(({ signatures = [], offset = 0 }) =>
    signatures.some(signature => startsWith(head.subarray(offset), signature)),
  )
  if (found) return found.name
  const extension = fileName.includes('.') ? fileName.replace(/^.*\./s, '').toLowerCase() : ''
  return kinds.find(({ extensions = [] }) => extensions.includes(extension))?.name
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return [...signature].every((character, at) => character === '?' || bytes[at] === character.charCodeAt(0))
}
