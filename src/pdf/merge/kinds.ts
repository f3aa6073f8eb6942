/**
 * What a part may have, and nothing else passes: each kind of object with the entries that Chromium and this library write into it (ISO
 * 32000-1). There is no script, action, form or file among them but a link's address and a receipt's data.
 */
export interface ObjectKind extends Omit<Written, 'entries'> {
  entries: ReadonlyMap<string, EntryRule>
}

interface Written {
  /** What it is called in an error. */
  name: string
  /** Whether it is a stream: if not said, it may be. */
  isStream?: boolean
  entries: Readonly<Record<string, EntryRule>>
  /** What other entries hold, for a list of resources by name. */
  named?: EntryRule
}

/** What an entry may hold, by itself or in lists. */
export type EntryRule =
  /** Numbers, names, strings. */
  | 'plain'
  /** A key of the parent tree, an ID of a structure element, a place in the document, the address of a link. */
  | 'key'
  | 'id'
  | 'place'
  | 'address'
  /** One of these. */
  | readonly string[]
  | ObjectRule

/** Which object an entry refers to, or holds as a dictionary. */
export interface ObjectRule {
  kind: KindName
  /**
   * `shared` may be in several places, is copied once, and never holds itself; `owned` has one place in its tree; `known` is one that is
   * owned elsewhere.
   */
  as: 'shared' | 'owned' | 'known'
}

/** A kind of object, by its place in a document. */
export type KindName =
  | ('page' | 'resources' | 'states' | 'fonts' | 'xobjects' | 'patterns' | 'link' | 'action')
  | ('state' | 'mask' | 'function' | 'pattern' | 'shading' | 'xobject' | 'group' | 'profile')
  | ('font' | 'encoding' | 'system' | 'glyphs' | 'descriptor' | 'fontFile' | 'data')
  | ('element' | 'content' | 'attributes' | 'ids' | 'bookmark' | 'attached' | 'file' | 'embedded' | 'parameters')

const shared = (kind: KindName): ObjectRule => ({ kind, as: 'shared' })
const owned = (kind: KindName): ObjectRule => ({ kind, as: 'owned' })
const known = (kind: KindName): ObjectRule => ({ kind, as: 'known' })

/** Entries without references. */
function plain(names: string): Record<string, EntryRule> {
  return Object.fromEntries(names.split(' ').map(name => [name, 'plain']))
}

const written: Readonly<Record<KindName, Written>> = {
  page: {
    name: 'a page',
    isStream: false,
    entries: {
      ...plain('Count MediaBox Tabs'),
      ...{ Type: ['/Pages', '/Page'], Kids: owned('page'), Parent: known('page'), StructParents: 'key' },
      ...{ Resources: shared('resources'), Contents: shared('data'), Annots: owned('link') },
    },
  },
  link: {
    name: 'an annotation',
    isStream: false,
    entries: {
      ...plain('Contents F Border Rect'),
      ...{ Type: ['/Annot'], Subtype: ['/Link'], StructParent: 'key', Dest: 'place', A: shared('action') },
    },
  },
  action: { name: 'an action', isStream: false, entries: { Type: ['/Action'], S: ['/URI'], URI: 'address' } },
  resources: {
    name: 'a page’s resources',
    isStream: false,
    entries: {
      ...plain('ProcSet'),
      ...{
        ExtGState: shared('states'),
        Font: shared('fonts'),
        XObject: shared('xobjects'),
        Pattern: shared('patterns'),
      },
    },
  },
  states: { name: 'a page’s resources', isStream: false, entries: {}, named: shared('state') },
  fonts: { name: 'a page’s resources', isStream: false, entries: {}, named: shared('font') },
  xobjects: { name: 'a page’s resources', isStream: false, entries: {}, named: shared('xobject') },
  patterns: { name: 'a page’s resources', isStream: false, entries: {}, named: shared('pattern') },
  state: {
    name: 'a graphics state',
    isStream: false,
    entries: { ...plain('BM CA ca LC LJ LW ML SA AIS'), Type: ['/ExtGState'], SMask: shared('mask') },
  },
  mask: {
    name: 'a mask',
    isStream: false,
    entries: { ...plain('S BC'), Type: ['/Mask'], G: shared('xobject'), TR: shared('function') },
  },
  function: {
    name: 'a function',
    entries: { ...plain('FunctionType Domain Range C0 C1 N Bounds Encode'), Functions: shared('function') },
  },
  pattern: {
    name: 'a pattern',
    entries: {
      ...plain('PatternType Matrix PaintType TilingType BBox XStep YStep'),
      ...{ Type: ['/Pattern'], Resources: shared('resources'), Shading: shared('shading') },
    },
  },
  shading: {
    name: 'a shading',
    isStream: false,
    entries: {
      ...plain('ShadingType Coords Domain Extend Background BBox AntiAlias'),
      ...{ ColorSpace: shared('profile'), Function: shared('function') },
    },
  },
  xobject: {
    name: 'a picture',
    isStream: true,
    entries: {
      ...plain('BBox Matrix Width Height BitsPerComponent ColorTransform Decode Interpolate'),
      ...{ Type: ['/XObject'], Subtype: ['/Form', '/Image'], StructParents: 'key', Resources: shared('resources') },
      ...{ Group: shared('group'), ColorSpace: shared('profile'), SMask: shared('xobject') },
    },
  },
  group: {
    name: 'a group',
    isStream: false,
    entries: { ...plain('I K'), Type: ['/Group'], S: ['/Transparency'], CS: shared('profile') },
  },
  profile: { name: 'a color profile', isStream: true, entries: plain('N') },
  font: {
    name: 'a font',
    isStream: false,
    entries: {
      ...plain('BaseFont CIDToGIDMap W DW Widths FirstChar LastChar FontBBox FontMatrix'),
      Type: ['/Font'],
      Subtype: ['/Type0', '/Type1', '/Type3', '/TrueType', '/CIDFontType0', '/CIDFontType2'],
      ...{ DescendantFonts: shared('font'), FontDescriptor: shared('descriptor'), ToUnicode: shared('data') },
      ...{ Encoding: shared('encoding'), CIDSystemInfo: shared('system') },
      ...{ CharProcs: shared('glyphs'), Resources: shared('resources') },
    },
  },
  encoding: { name: 'a font', isStream: false, entries: plain('Type Differences BaseEncoding') },
  system: { name: 'a font', isStream: false, entries: plain('Registry Ordering Supplement') },
  glyphs: { name: 'a font', isStream: false, entries: {}, named: shared('data') },
  descriptor: {
    name: 'a font',
    isStream: false,
    entries: {
      ...plain('FontName FontFamily FontStretch FontWeight Flags FontBBox ItalicAngle Ascent Descent Leading'),
      ...plain('CapHeight XHeight StemV StemH AvgWidth MaxWidth MissingWidth'),
      Type: ['/FontDescriptor'],
      ...{ FontFile: shared('fontFile'), FontFile2: shared('fontFile'), FontFile3: shared('fontFile') },
    },
  },
  fontFile: { name: 'a font', isStream: true, entries: plain('Length1 Length2 Length3 Subtype') },
  data: { name: 'a page’s content', isStream: true, entries: {} },
  element: {
    name: 'a tag',
    isStream: false,
    entries: {
      ...plain('S Lang Alt ActualText E T'),
      ...{ Type: ['/StructElem'], P: known('element'), Pg: known('page'), K: owned('element') },
      ...{ A: shared('attributes'), ID: 'id' },
    },
  },
  content: {
    name: 'a tag',
    isStream: false,
    entries: {
      ...{ Type: ['/MCR', '/OBJR'], MCID: 'plain', Pg: known('page'), Stm: known('xobject'), Obj: known('link') },
    },
  },
  attributes: {
    name: 'a tag',
    isStream: false,
    entries: {
      ...plain('O Scope RowSpan ColSpan Summary ListNumbering Role checked Checked Desc'),
      ...plain('Placement WritingMode BBox Width Height'),
      Headers: 'id',
    },
  },
  ids: { name: 'a tag’s name', isStream: false, entries: { Limits: 'id', Names: 'id' } },
  bookmark: {
    name: 'a bookmark',
    isStream: false,
    entries: {
      ...plain('Title Count'),
      ...{ Dest: 'place', SE: known('element'), Parent: known('bookmark'), First: owned('bookmark') },
      ...{ Last: known('bookmark'), Prev: known('bookmark'), Next: owned('bookmark') },
    },
  },
  attached: {
    name: 'an attached file',
    isStream: false,
    entries: {
      ...plain('F UF'),
      ...{ Type: ['/Filespec'], Desc: ['(Receipt data)'], AFRelationship: ['/Data'], EF: shared('file') },
    },
  },
  file: { name: 'an attached file', isStream: false, entries: { F: shared('embedded'), UF: shared('embedded') } },
  embedded: {
    name: 'an attached file',
    isStream: true,
    entries: {
      ...{ Type: ['/EmbeddedFile'], Subtype: ['/application#2Fjson', '/application#2Fxml'] },
      Params: shared('parameters'),
    },
  },
  parameters: { name: 'an attached file', isStream: false, entries: plain('ModDate Size') },
}

/** Each kind by its name. */
export const kinds: Readonly<Record<KindName, ObjectKind>> = opened(written)

function opened<Name extends string>(all: Readonly<Record<Name, Written>>): Record<Name, ObjectKind> {
  const byName = {} as Record<Name, ObjectKind>
  for (const name in all) byName[name] = { ...all[name], entries: new Map(Object.entries(all[name].entries)) }
  return byName
}
