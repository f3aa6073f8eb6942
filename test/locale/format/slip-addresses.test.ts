import { expect, test } from 'vitest'
import { createFormat } from '../../../src/locale/format/format.ts'
import { spacedPlainly } from '../../support/receipts.ts'

/**
 * Town halls, as their own pages and signs write them, where that isn't the envelope's order. A line: street, town, territory and
 * postal code as a till sends them, and the lines on the slip.
 */
const townHalls: Record<string, string> = {
  BR: `
    Viaduto do Chá, 15 | São Paulo | SP | 01002-020 > Viaduto do Chá, 15 / São Paulo - SP, 01002-020
    Rua Afonso Cavalcanti, 455 | Rio de Janeiro | RJ | 20211-110 > Rua Afonso Cavalcanti, 455 / Rio de Janeiro - RJ, 20211-110
    Avenida Afonso Pena, 1212 | Belo Horizonte | MG | 30130-003 > Avenida Afonso Pena, 1212 / Belo Horizonte - MG, 30130-003
    Avenida Cândido de Abreu, 817 | Curitiba | PR | 80530-908 > Avenida Cândido de Abreu, 817 / Curitiba - PR, 80530-908
    Praça Montevidéu, 10 | Porto Alegre | RS | 90010-170 > Praça Montevidéu, 10 / Porto Alegre - RS, 90010-170
    Praça Thomé de Souza, s/n | Salvador | BA | 40020-010 > Praça Thomé de Souza, s/n / Salvador - BA, 40020-010
    Avenida Cais do Apolo, 925 | Recife | PE | 50030-903 > Avenida Cais do Apolo, 925 / Recife - PE, 50030-903
    Rua São José, 1 | Fortaleza | CE | 60060-170 > Rua São José, 1 / Fortaleza - CE, 60060-170
    Rua Tenente Silveira, 60 | Florianópolis | SC | 88010-300 > Rua Tenente Silveira, 60 / Florianópolis - SC, 88010-300
    Avenida Brasil, 2971 | Manaus | AM | 69036-110 > Avenida Brasil, 2971 / Manaus - AM, 69036-110`,
  CN: `
    黄浦区人民大道200号 | 上海市 | 上海市 | 200003 > 上海市黄浦区人民大道200号 200003
    通州区运河东大街57号 | 北京市 | 北京市 | 101160 > 北京市通州区运河东大街57号 101160
    渝中区人民路232号 | 重庆市 | 重庆市 | > 重庆市渝中区人民路232号
    天津市河西区友谊路30号 | 天津市 | 天津市 | > 天津市河西区友谊路30号
    越秀区府前路1号 | 广州市 | 广东省 | 510030 > 广东省广州市越秀区府前路1号 510030
    福田区福中三路 | 深圳市 | 广东省 | 518035 > 广东省深圳市福田区福中三路 518035
    上城区解放东路18号 | 杭州市 | 浙江省 | 310026 > 浙江省杭州市上城区解放东路18号 310026
    玄武区北京东路41号 | 南京市 | 江苏省 | 210008 > 江苏省南京市玄武区北京东路41号 210008
    江岸区沿江大道188号 | 武汉市 | 湖北省 | 430014 > 湖北省武汉市江岸区沿江大道188号 430014
    未央区凤城八路109号 | 西安市 | 陕西省 | 710007 > 陕西省西安市未央区凤城八路109号 710007`,
  HU: `
    Városház utca 9–11 | Budapest | | 1052 > 1052 Budapest, Városház utca 9–11
    Széchenyi tér 10 | Szeged | | 6720 > 6720 Szeged, Széchenyi tér 10
    Piac utca 20 | Debrecen | | 4024 > 4024 Debrecen, Piac utca 20
    Széchenyi tér 1 | Pécs | | 7621 > 7621 Pécs, Széchenyi tér 1
    Városház tér 1 | Győr | | 9021 > 9021 Győr, Városház tér 1
    Városház tér 8 | Miskolc | | 3525 > 3525 Miskolc, Városház tér 8
    Dobó István tér 2 | Eger | | 3300 > 3300 Eger, Dobó István tér 2
    Városház tér 1 | Székesfehérvár | | 8000 > 8000 Székesfehérvár, Városház tér 1
    Kossuth Lajos utca 1–3 | Szombathely | | 9700 > 9700 Szombathely, Kossuth Lajos utca 1–3
    Kossuth tér 1 | Kecskemét | | 6000 > 6000 Kecskemét, Kossuth tér 1`,
  JP: `
    西新宿2-8-1 | 新宿区 | 東京都 | 163-8001 > 〒163-8001 / 東京都新宿区西新宿2-8-1
    中之島1-3-20 | 大阪市北区 | 大阪府 | 530-8201 > 〒530-8201 / 大阪府大阪市北区中之島1-3-20
    北1条西2丁目 | 札幌市中央区 | 北海道 | 060-8611 > 〒060-8611 / 北海道札幌市中央区北1条西2丁目
    本町6-50-10 | 横浜市中区 | 神奈川県 | 231-0005 > 〒231-0005 / 神奈川県横浜市中区本町6-50-10
    三の丸3-1-1 | 名古屋市中区 | 愛知県 | 460-8508 > 〒460-8508 / 愛知県名古屋市中区三の丸3-1-1
    寺町通御池上る上本能寺前町488 | 京都市中京区 | 京都府 | 604-8571 > 〒604-8571 / 京都府京都市中京区寺町通御池上る上本能寺前町488
    天神1-8-1 | 福岡市中央区 | 福岡県 | 810-8620 > 〒810-8620 / 福岡県福岡市中央区天神1-8-1
    国分町3-7-1 | 仙台市青葉区 | 宮城県 | 980-8671 > 〒980-8671 / 宮城県仙台市青葉区国分町3-7-1
    国泰寺町1-6-34 | 広島市中区 | 広島県 | 730-8586 > 〒730-8586 / 広島県広島市中区国泰寺町1-6-34
    泉崎1-1-1 | 那覇市 | 沖縄県 | 900-8585 > 〒900-8585 / 沖縄県那覇市泉崎1-1-1`,
  KR: `
    세종대로 110 | 중구 | 서울특별시 | 04524 > (04524) 서울특별시 중구 세종대로 110
    중앙대로 1001 | 연제구 | 부산광역시 | 47545 > (47545) 부산광역시 연제구 중앙대로 1001
    공평로 88 | 중구 | 대구광역시 | 41911 > (41911) 대구광역시 중구 공평로 88
    정각로 29 | 남동구 | 인천광역시 | 21554 > (21554) 인천광역시 남동구 정각로 29
    내방로 111 | 서구 | 광주광역시 | 61945 > (61945) 광주광역시 서구 내방로 111
    둔산로 100 | 서구 | 대전광역시 | 35242 > (35242) 대전광역시 서구 둔산로 100
    중앙로 201 | 남구 | 울산광역시 | 44675 > (44675) 울산광역시 남구 중앙로 201
    효원로 241 | 수원시 팔달구 | 경기도 | 16490 > (16490) 경기도 수원시 팔달구 효원로 241
    문연로 6 | 제주시 | 제주특별자치도 | 63122 > (63122) 제주특별자치도 제주시 문연로 6
    시청길 11 | 춘천시 | 강원특별자치도 | 24347 > (24347) 강원특별자치도 춘천시 시청길 11`,
  RO: `
    Calea Moților 3 | Cluj-Napoca | Cluj | 400001 > Calea Moților 3 / 400001 Cluj-Napoca, jud. Cluj
    Bd. C. D. Loga 1 | Timișoara | Timiș | 300030 > Bd. C. D. Loga 1 / 300030 Timișoara, jud. Timiș
    Bd. Ștefan cel Mare și Sfânt 11 | Iași | jud. Iași | 700064 > Bd. Ștefan cel Mare și Sfânt 11 / 700064 Iași, jud. Iași
    Bd. Eroilor 8 | Brașov | Brașov | 500007 > Bd. Eroilor 8 / 500007 Brașov
    Str. Samuel von Brukenthal 2 | Sibiu | Județul Sibiu | 550178 > Str. Samuel von Brukenthal 2 / 550178 Sibiu, Județul Sibiu
    Piața Unirii 1 | Oradea | Bihor | 410100 > Piața Unirii 1 / 410100 Oradea, jud. Bihor
    Bd. Tomis 51 | Constanța | | 900725 > Bd. Tomis 51 / 900725 Constanța
    Str. A. I. Cuza 7 | Craiova | Dolj | 200585 > Str. A. I. Cuza 7 / 200585 Craiova, jud. Dolj
    Calea Moților 5A | Alba Iulia | Alba | 510134 > Calea Moților 5A / 510134 Alba Iulia, jud. Alba
    Splaiul Independenței 291–293 | București | Sector 6 | 060042 > Splaiul Independenței 291–293 / 060042 București, Sector 6`,
  RU: `
    ул. Тверская, 13 | Москва | | 125032 > 125032, Москва, ул. Тверская, 13
    Смольный проезд, 1 | Санкт-Петербург | | 191060 > 191060, Санкт-Петербург, Смольный проезд, 1
    ул. Кремлёвская, 1 | Казань | | 420014 > 420014, Казань, ул. Кремлёвская, 1
    пр. Ленина, 24А | Екатеринбург | | 620014 > 620014, Екатеринбург, пр. Ленина, 24А
    Красный проспект, 34 | Новосибирск | | 630099 > 630099, Новосибирск, Красный проспект, 34
    Кремль, корпус 5 | Нижний Новгород | | 603082 > 603082, Нижний Новгород, Кремль, корпус 5
    ул. Куйбышева, 135/137 | Самара | | 443010 > 443010, Самара, ул. Куйбышева, 135/137
    ул. Гагарина, 34 | Омск | | 644099 > 644099, Омск, ул. Гагарина, 34
    ул. Большая Садовая, 47 | Ростов-на-Дону | | 344002 > 344002, Ростов-на-Дону, ул. Большая Садовая, 47
    ул. Ленина, 23 | Пермь | | 614000 > 614000, Пермь, ул. Ленина, 23`,
  TW: `
    市府路1號 | 信義區 | 臺北市 | 110 > 110臺北市信義區市府路1號
    重慶南路一段122號 | 中正區 | 臺北市 | 100 > 100臺北市中正區重慶南路一段122號
    中山路一段161號 | 板橋區 | 新北市 | 220 > 220新北市板橋區中山路一段161號
    縣府路1號 | 桃園區 | 桃園市 | 330 > 330桃園市桃園區縣府路1號
    臺灣大道三段99號 | 西屯區 | 臺中市 | 407 > 407臺中市西屯區臺灣大道三段99號
    永華路二段6號 | 安平區 | 臺南市 | 708 > 708臺南市安平區永華路二段6號
    四維三路2號 | 苓雅區 | 高雄市 | 802 > 802高雄市苓雅區四維三路2號
    義一路1號 | 中正區 | 基隆市 | 202 > 202基隆市中正區義一路1號
    中正路120號 | 北區 | 新竹市 | 300 > 300新竹市北區中正路120號
    府前路17號 | 花蓮市 | 花蓮縣 | 970 > 970花蓮縣花蓮市府前路17號`,
  UA: `
    вул. Хрещатик, 36 | Київ | | 01044 > 01044, Київ, вул. Хрещатик, 36
    пл. Ринок, 1 | Львів | | 79008 > 79008, Львів, пл. Ринок, 1
    пл. Думська, 1 | Одеса | | 65026 > 65026, Одеса, пл. Думська, 1
    майдан Конституції, 7 | Харків | | 61003 > 61003, Харків, майдан Конституції, 7
    просп. Дмитра Яворницького, 75 | Дніпро | | 49000 > 49000, Дніпро, просп. Дмитра Яворницького, 75
    просп. Соборний, 206 | Запоріжжя | | 69105 > 69105, Запоріжжя, просп. Соборний, 206
    вул. Соборна, 59 | Вінниця | | 21050 > 21050, Вінниця, вул. Соборна, 59
    вул. Соборності, 36 | Полтава | | 36000 > 36000, Полтава, вул. Соборності, 36
    пл. Центральна, 1 | Чернівці | | 58002 > 58002, Чернівці, пл. Центральна, 1
    вул. Листопадова, 5 | Тернопіль | | 46001 > 46001, Тернопіль, вул. Листопадова, 5`,
}

test.each(Object.entries(townHalls))(
  'ten town halls of %s stand as on a slip, not as on an envelope',
  (code, table) => {
    const rows = table.trim().split('\n')
    expect(rows.length).toBe(10)
    const { address } = createFormat('en', { storeCountry: code })
    for (const row of rows) {
      const [sent = '', said = ''] = row.split('>').map(part => part.trim())
      const [addressLine1 = '', city = '', territory = '', postalCode = ''] = sent.split('|').map(part => part.trim())
      const lines = address({ addressLine1, city, territory, postalCode, country: { code } })
      expect(spacedPlainly(lines).join(' / ')).toBe(said)
    }
  },
)

test('all lines of a street stand, also where it ends the address', () => {
  const hungarian = createFormat('hu', { storeCountry: 'HU' })
  const sent = { addressLine1: 'Kárász utca 12', addressLine2: '2. emelet', city: 'Szeged', postalCode: '6720' }
  expect(spacedPlainly(hungarian.address(sent))).toEqual(['6720 Szeged, Kárász utca 12', '2. emelet'])
  const japanese = createFormat('ja', { storeCountry: 'JP' })
  const inTokyo = {
    addressLine1: '丸の内1-9-1',
    addressLine2: 'グランルーフ 2階',
    city: '千代田区',
    territory: '東京都',
  }
  expect(japanese.address(inTokyo)).toEqual(['東京都千代田区丸の内1-9-1', 'グランルーフ 2階'])
})
