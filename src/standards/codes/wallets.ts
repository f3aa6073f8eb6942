import type { Code } from './code-table.ts'

/** A wallet, bank app or installment service: a name, which is the same in every language. */
export interface Wallet extends Code {
  name: string
  kind: 'wallet'
}

/** A name, and what tills send for it besides; its code is the name's letters and digits. */
type WalletNames = Readonly<Record<string, string>>

/** Those that are published as known values. */
const published: WalletNames = {
  PayPal: 'PayPalExpress PayPalExpressCheckout PayPalCheckout PayPalWallet PayPalQR',
  'Apple Pay': 'AppleWallet',
  'Google Pay': 'GPay AndroidPay GoogleWallet',
  'Samsung Pay': 'SamsungWallet',
  'Amazon Pay': 'AmazonPayments PayWithAmazon',
  'Shop Pay': '',
  Venmo: 'PayWithVenmo',
  'Cash App': 'CashAppPay SquareCash',
  Zelle: '',
  Klarna: 'KlarnaPayLater KlarnaPayNow KlarnaPayments KlarnaCheckout KlarnaAccount PayWithKlarna',
  Afterpay: 'AfterpayClearpay AfterpayTouch',
  Clearpay: '',
  Affirm: '',
  Alipay: 'AlipayCN AlipayPlus 支付宝 支付寶',
  'WeChat Pay': 'WeChat Weixin WeixinPay WXPay 微信 微信支付',
  TWINT: '',
  Bizum: '',
  Swish: 'SwishHandel',
  Vipps: '',
  MobilePay: '',
  'Vipps MobilePay': '',
  BLIK: '',
  iDEAL: '',
  Wero: '',
  'iDEAL | Wero': '',
  Bancontact: 'BancontactMisterCash MisterCash BancontactPay',
  Payconiq: 'PayconiqByBancontact',
  eps: 'epsÜberweisung epsUeberweisung epsTransfer',
  'MB WAY': '',
  Multibanco: '',
  Satispay: '',
  Interac: 'InteracFlash InteracDebit',
  Pix: 'PixQR',
  UPI: 'UPIQR BHIM BHIMUPI',
  'Mercado Pago': 'MercadoPagoWallet MercadoPagoQR',
  PayPay: 'ペイペイ',
  'LINE Pay': 'ラインペイ',
  'M-PESA': '',
  GrabPay: 'Grab',
}

/** Others, by where they are used. */
const others: readonly WalletNames[] = [
  // North America
  {
    Sezzle: '',
    Zip: 'ZipPay ZipMoney QuadPay',
    'Revolut Pay': 'Revolut',
    'Garmin Pay': '',
    'Fitbit Pay': '',
    Link: '',
  },
  // Europe
  { Sofort: 'SofortÜberweisung SofortUeberweisung KlarnaSofort', giropay: '', Trustly: '', Przelewy24: 'P24' },
  {
    'BANCOMAT Pay': '',
    Paylib: '',
    Lydia: '',
    Alma: '',
    Oney: '',
    Scalapay: '',
    Riverty: '',
    Billie: '',
    paysafecard: '',
  },
  // Latin America
  {
    PicPay: '',
    Boleto: 'BoletoBancario BoletoBancário',
    Nequi: '',
    Daviplata: '',
    Yape: '',
    Plin: '',
    MODO: '',
    OXXO: 'OXXOPay',
    SPEI: '',
    CoDi: '',
    Webpay: '',
  },
  // East Asia
  { AlipayHK: '', 'UnionPay App': 'CloudQuickPass 云闪付', Octopus: '八達通', PayMe: '', JKOPAY: '街口支付' },
  { KakaoPay: '카카오페이', 'Naver Pay': '네이버페이', 'Toss Pay': '토스페이', PAYCO: '페이코' },
  { 'Rakuten Pay': '楽天ペイ', d払い: 'dPayment dBarai', 'au PAY': '', Merpay: 'メルペイ', QUICPay: 'クイックペイ' },
  { Suica: '', PASMO: '', ICOCA: '', nanaco: '', WAON: '', 楽天Edy: 'Edy RakutenEdy', Konbini: 'コンビニ' },
  // South and Southeast Asia
  { Paytm: '', PhonePe: '', PayNow: '', NETS: '', PromptPay: 'พร้อมเพย์', TrueMoney: '', 'Rabbit LINE Pay': '' },
  { DuitNow: 'DuitNowQR', 'Touch ’n Go': 'TNG TNGEWallet TouchnGoEWallet', Boost: '', ShopeePay: '', Atome: '' },
  {
    GCash: '',
    Maya: 'PayMaya',
    QRIS: '',
    GoPay: '',
    OVO: '',
    DANA: '',
    LinkAja: '',
    MoMo: '',
    ZaloPay: '',
    VNPAY: 'VNPAYQR',
  },
  // Middle East and Africa
  { 'stc pay': '', BenefitPay: '', KNET: '', bit: '', PayBox: '', Tabby: '', Tamara: '', SnapScan: '', Zapper: '' },
  { 'MTN MoMo': 'MTNMobileMoney', 'Airtel Money': '', 'Orange Money': '' },
]

/** The wallets; the published ones first. */
export const wallets: readonly Wallet[] = [published, ...others].flatMap(names =>
  Object.entries(names).map(([name, spellings]) => ({
    code: name.replace(/[^\p{L}\p{N}]/gu, ''),
    spellings: spellings.split(' ').filter(Boolean),
    name,
    kind: 'wallet' as const,
  })),
)

/** Whether a code is among the known values that the interface shows. */
export function isPublished({ name = '' }: { name?: string }): boolean {
  return !others.some(names => name in names)
}
