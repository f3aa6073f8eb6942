/** A made-up shop: its zone, money, goods and taxes. */
export interface Shop {
  id: string
  zone: string
  territory: string
  currency: string
  /** Decimals of its money. */
  digits: number
  /** What foreign money customers pay with. */
  foreign: string
  /** Its names, one after the other in the year. */
  names: [string, string]
  tax: { taxTypeCode?: string; description?: string; percent: number }[]
}

/** Zones of whole, half and quarter hours, with and without daylight saving; money with 0, 2 and 3 decimals. */
export const shops: readonly Shop[] = [
  {
    id: 'CHI',
    zone: 'America/Chicago',
    territory: 'IL',
    currency: 'USD',
    digits: 2,
    foreign: 'CAD',
    names: ['Lakeside Outfitters', 'Lakeside Outfitters Downtown'],
    tax: [{ taxTypeCode: 'Sales', percent: 0.1 }],
  },
  {
    id: 'YYT',
    zone: 'America/St_Johns',
    territory: 'NL',
    currency: 'CAD',
    digits: 2,
    foreign: 'USD',
    names: ['Signal Hill Outfitters', 'Signal Hill Outfitters'],
    tax: [{ taxTypeCode: 'HST', percent: 0.15 }],
  },
  {
    id: 'BOM',
    zone: 'Asia/Kolkata',
    territory: 'MH',
    currency: 'INR',
    digits: 2,
    foreign: 'USD',
    names: ['Marine Drive Outfitters', 'Marine Drive Outfitters'],
    tax: [
      { taxTypeCode: 'GST', percent: 0.05 },
      { taxTypeCode: 'GST', percent: 0.18 },
    ],
  },
  {
    id: 'KTM',
    zone: 'Asia/Kathmandu',
    territory: 'BA',
    currency: 'NPR',
    digits: 2,
    foreign: 'INR',
    names: ['Thamel Outfitters', 'Thamel Trekking Outfitters'],
    tax: [{ taxTypeCode: 'VAT', percent: 0.13 }],
  },
  {
    id: 'BER',
    zone: 'Europe/Berlin',
    territory: '',
    currency: 'EUR',
    digits: 2,
    foreign: 'CHF',
    names: ['Spreeufer Ausrüster', 'Spreeufer Ausrüster'],
    tax: [
      { taxTypeCode: 'VAT', percent: 0.19 },
      { taxTypeCode: 'vat', percent: 0.07 },
    ],
  },
  {
    id: 'NRT',
    zone: 'Asia/Tokyo',
    territory: '',
    currency: 'JPY',
    digits: 0,
    foreign: 'USD',
    names: ['Sumida Outfitters', 'Sumida Outfitters'],
    tax: [{ description: 'Consumption tax', percent: 0.1 }],
  },
  {
    id: 'KWI',
    zone: 'Asia/Kuwait',
    territory: '',
    currency: 'KWD',
    digits: 3,
    foreign: 'USD',
    names: ['Gulf Road Outfitters', 'Gulf Road Outfitters'],
    tax: [],
  },
]

export interface Goods {
  name: string
  sku?: string
  upc?: string
  category?: string
  /** In minor units of two decimals. */
  price: number
  unit?: string
}

export const goods: readonly Goods[] = [
  { name: 'Trail shoes', sku: 'TS-1', category: 'Shoes', price: 8990 },
  { name: 'Rain jacket', sku: 'RJ-4', category: 'Clothing', price: 12950, unit: 'EA' },
  { name: 'Merino socks', sku: 'MS-2', category: 'Clothing', price: 1495, unit: 'PR' },
  { name: 'Rope by the meter', sku: 'RO-9', category: 'Climbing', price: 249, unit: 'M' },
  { name: 'Trail mix', sku: 'TM-7', category: 'Food', price: 1990, unit: 'KG' },
  { name: 'Lamp oil', upc: '036000291452', category: 'Camping', price: 575, unit: 'Liters' },
  { name: 'Carabiner', sku: 'CB-3', category: 'Climbing', price: 1250, unit: 'DZN' },
  { name: 'Map, 1:25,000', price: 1190 },
  { name: 'Tent, two persons', sku: 'TE-2', category: 'Camping', price: 34900, unit: 'each' },
  { name: 'Waxing a jacket', category: 'Services', price: 2500, unit: 'HUR' },
]
