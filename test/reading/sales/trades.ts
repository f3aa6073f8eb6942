/** A shop with its goods. Prices are in the currency's smallest unit. */
export interface Trade {
  name:
    | 'grocer'
    | 'bakery'
    | 'shoes'
    | 'restaurant'
    | 'electronics'
    | 'furniture'
    | 'hotel'
    | 'books'
    | 'konbini'
    | 'perfume'
    | 'garden'
  store: string
  currency: 'USD' | 'CAD' | 'EUR' | 'CHF' | 'JPY' | 'KWD'
  /** Digits behind the point. */
  digits: 0 | 2 | 3
  address: { city: string; territory?: string; postalCode?: string; country: { code: string } }
  /** Offset from UTC of its receipts. */
  offset: string
  taxing: 'none' | 'added' | 'included'
  /** Taxes by kind of goods; each applies to all lines of the kinds that it lists. */
  taxes: readonly TaxRule[]
  goods: readonly Good[]
  /** Cash is rounded to a multiple of this. */
  cashUnit: number
  /** Bank notes and coins that a customer hands over whole. */
  notes: readonly number[]
}

/** One kind of thing on a shelf. */
export interface Good {
  name: string
  sku: string
  price: number
  /** Which taxes it has. */
  taxed: 'full' | 'reduced' | 'free'
  /** Sold by weight, price per kilogram or pound. */
  unit?: 'KGM' | 'LB'
}

/** A tax by law. Rates as fractions. */
export interface TaxRule {
  taxTypeCode: 'Sales' | 'VAT' | 'GST' | 'PST' | 'HST'
  percent: number
  on: readonly Good['taxed'][]
}

const full = ['full'] as const
const good = (name: string, sku: string, price: number, taxed: Good['taxed'] = 'full', unit?: Good['unit']): Good => ({
  name,
  sku,
  price,
  taxed,
  ...(unit && { unit }),
})

/** Shops of eleven trades in six currencies, with the taxes of their places. */
export const trades: readonly Trade[] = [
  {
    name: 'grocer',
    store: 'Fernhill Market',
    currency: 'USD',
    digits: 2,
    address: { city: 'Austin', territory: 'TX', postalCode: '78701', country: { code: 'US' } },
    offset: '-06:00',
    taxing: 'added',
    taxes: [{ taxTypeCode: 'Sales', percent: 0.0825, on: full }],
    goods: [
      good('Whole milk, 1 gal', 'MI-1', 429, 'free'),
      good('Honeycrisp apples', 'AP-4', 299, 'free', 'LB'),
      good('Sourdough loaf', 'BR-2', 649, 'free'),
      good('Dish soap', 'DS-9', 387),
      good('Paper towels, 6 rolls', 'PT-6', 1149),
      good('Ground beef', 'GB-3', 699, 'free', 'LB'),
      good('Sparkling water, 8 cans', 'SW-8', 545),
    ],
    cashUnit: 1,
    notes: [100, 500, 1000, 2000, 5000, 10000],
  },
  {
    name: 'bakery',
    store: 'Backhaus Lindner',
    currency: 'EUR',
    digits: 2,
    address: { city: 'Leipzig', postalCode: '04109', country: { code: 'DE' } },
    offset: '+01:00',
    taxing: 'included',
    taxes: [
      { taxTypeCode: 'VAT', percent: 0.07, on: ['reduced'] },
      { taxTypeCode: 'VAT', percent: 0.19, on: full },
    ],
    goods: [
      good('Roggenmischbrot', 'RB-1', 435, 'reduced'),
      good('Butterbrezel', 'BZ-2', 195, 'reduced'),
      good('Streuselkuchen', 'SK-5', 280, 'reduced'),
      good('Filterkaffee', 'FK-1', 290),
      good('Apfelschorle', 'AS-3', 320),
      good('Espressobohnen, 500 g', 'EB-5', 1290, 'reduced'),
    ],
    cashUnit: 1,
    notes: [100, 200, 500, 1000, 2000, 5000],
  },
  {
    name: 'shoes',
    store: 'Harbor Shoe Co.',
    currency: 'CAD',
    digits: 2,
    address: { city: 'Vancouver', territory: 'BC', postalCode: 'V6B 1A1', country: { code: 'CA' } },
    offset: '-08:00',
    taxing: 'added',
    taxes: [
      { taxTypeCode: 'GST', percent: 0.05, on: ['full', 'reduced'] },
      { taxTypeCode: 'PST', percent: 0.07, on: full },
    ],
    goods: [
      good('Rain boots, size 9', 'RB-9', 8900),
      good('Trail runners', 'TR-2', 14995),
      good('Children’s sneakers', 'CS-1', 5499, 'reduced'),
      good('Wool socks', 'WS-3', 1850),
      good('Leather care kit', 'LC-7', 2475),
    ],
    cashUnit: 5,
    notes: [500, 1000, 2000, 5000, 10000],
  },
  {
    name: 'restaurant',
    store: 'The Copper Ladle',
    currency: 'CAD',
    digits: 2,
    address: { city: 'Halifax', territory: 'NS', postalCode: 'B3J 1P3', country: { code: 'CA' } },
    offset: '-04:00',
    taxing: 'added',
    taxes: [{ taxTypeCode: 'HST', percent: 0.14, on: full }],
    goods: [
      good('Seafood chowder', 'SC-1', 1450),
      good('Haddock, pan-fried', 'HA-4', 2875),
      good('Mushroom risotto', 'MR-2', 2390),
      good('Glass of Tidal Bay', 'TB-1', 1225),
      good('Blueberry grunt', 'BG-3', 995),
      good('Sparkling water', 'SW-1', 475),
    ],
    cashUnit: 5,
    notes: [500, 1000, 2000, 5000, 10000],
  },
  {
    name: 'electronics',
    store: 'Bright Wire',
    currency: 'EUR',
    digits: 2,
    address: { city: 'Dublin', postalCode: 'D02 X285', country: { code: 'IE' } },
    offset: '+00:00',
    taxing: 'included',
    taxes: [{ taxTypeCode: 'VAT', percent: 0.23, on: full }],
    goods: [
      good('Noise-canceling headphones', 'NH-2', 27999),
      good('USB-C cable, 2 m', 'UC-2', 1499),
      good('Wireless mouse', 'WM-5', 3450),
      good('27-inch monitor', 'MO-27', 31900),
      good('Surge protector', 'SP-6', 2195),
    ],
    cashUnit: 1,
    notes: [500, 1000, 2000, 5000, 10000],
  },
  {
    name: 'furniture',
    store: 'Oak & Ash',
    currency: 'USD',
    digits: 2,
    address: { city: 'Portland', territory: 'ME', postalCode: '04101', country: { code: 'US' } },
    offset: '-05:00',
    taxing: 'added',
    taxes: [{ taxTypeCode: 'Sales', percent: 0.055, on: full }],
    goods: [
      good('Oak table', 'OT-1', 89900),
      good('Windsor chair', 'WC-4', 21950),
      good('Bookcase, 5 shelves', 'BC-5', 34900),
      good('Wool rug, 5 × 8', 'WR-8', 41275),
      good('Table lamp', 'TL-2', 7995),
    ],
    cashUnit: 1,
    notes: [500, 1000, 2000, 5000, 10000],
  },
  {
    name: 'hotel',
    store: 'Hotel Seeblick',
    currency: 'CHF',
    digits: 2,
    address: { city: 'Luzern', postalCode: '6003', country: { code: 'CH' } },
    offset: '+01:00',
    taxing: 'included',
    taxes: [
      { taxTypeCode: 'VAT', percent: 0.038, on: ['reduced'] },
      { taxTypeCode: 'VAT', percent: 0.081, on: full },
    ],
    goods: [
      good('Lake view room', 'LR-1', 24850, 'reduced'),
      good('Breakfast', 'BF-1', 2890, 'reduced'),
      good('Parking, one night', 'PK-1', 1835),
      good('Minibar', 'MB-2', 1465),
      good('Packed lunch', 'PL-1', 1677),
    ],
    cashUnit: 5,
    notes: [500, 1000, 2000, 5000, 10000, 20000],
  },
  {
    name: 'books',
    store: 'Second Story Books',
    currency: 'USD',
    digits: 2,
    address: { city: 'Eugene', territory: 'OR', postalCode: '97401', country: { code: 'US' } },
    offset: '-08:00',
    taxing: 'none',
    taxes: [],
    goods: [
      good('Field guide to ferns', 'FG-7', 2495),
      good('Atlas of tides', 'AT-3', 4200),
      good('Pocket notebook', 'PN-1', 895),
      good('Used paperback', 'UP-0', 450),
      good('Puzzle, 1000 pieces', 'PZ-10', 1999),
    ],
    cashUnit: 1,
    notes: [100, 500, 1000, 2000, 5000],
  },
  {
    name: 'konbini',
    store: 'Aoba Store',
    currency: 'JPY',
    digits: 0,
    address: { city: 'Sendai', postalCode: '980-0021', country: { code: 'JP' } },
    offset: '+09:00',
    taxing: 'included',
    taxes: [
      { taxTypeCode: 'VAT', percent: 0.08, on: ['reduced'] },
      { taxTypeCode: 'VAT', percent: 0.1, on: full },
    ],
    goods: [
      good('Salmon onigiri', 'ON-1', 178, 'reduced'),
      good('Bento, chicken', 'BE-4', 598, 'reduced'),
      good('Green tea, 600 ml', 'GT-6', 162, 'reduced'),
      good('Umbrella', 'UM-1', 1320),
      good('Batteries, AA, 4', 'BA-4', 658),
    ],
    cashUnit: 1,
    notes: [500, 1000, 5000, 10000],
  },
  {
    name: 'perfume',
    store: 'Al Yasmin Perfumes',
    currency: 'KWD',
    digits: 3,
    address: { city: 'Kuwait City', country: { code: 'KW' } },
    offset: '+03:00',
    taxing: 'none',
    taxes: [],
    goods: [
      good('Oud oil, 12 ml', 'OO-12', 38750),
      good('Rose water', 'RW-2', 2425),
      good('Incense burner', 'IB-1', 11900),
      good('Amber soap', 'AS-4', 1185),
    ],
    cashUnit: 5,
    notes: [250, 500, 1000, 5000, 10000, 20000],
  },
  {
    name: 'garden',
    store: 'Greenway Garden Center',
    currency: 'CAD',
    digits: 2,
    address: { city: 'Toronto', territory: 'ON', postalCode: 'M4L 1A1', country: { code: 'CA' } },
    offset: '-05:00',
    taxing: 'added',
    taxes: [
      { taxTypeCode: 'HST', percent: 0.13, on: full },
      { taxTypeCode: 'GST', percent: 0.05, on: ['reduced'] },
    ],
    goods: [
      good('Boston fern', 'BF-1', 2499),
      good('Terracotta pot, 25 cm', 'TP-25', 1375),
      good('Potting soil, 30 L', 'PS-30', 1149),
      good('Vegetable seeds', 'VS-3', 389, 'reduced'),
      good('Watering can', 'WC-9', 3295),
    ],
    cashUnit: 5,
    notes: [500, 1000, 2000, 5000, 10000],
  },
]
