/** Reference texts for OCR measurements, one page per language, written for this purpose. */

export interface OcrText {
  /** Name of the Tesseract language pack. */
  readonly pack: string
  readonly font: string
  readonly paragraphs: readonly string[]
  /** Characters per line on a full-width page. */
  readonly lineLetters: number
  readonly isRightToLeft?: boolean
  /** Lines may break anywhere, and spaces carry no meaning. */
  readonly hasNoSpaces?: boolean
}

const texts = {
  en: {
    pack: 'eng',
    font: 'Liberation Serif',
    lineLetters: 74,
    paragraphs: [
      'The harbour office opens at seven in the morning and closes when the last boat has been registered. Visitors who arrive later than that will find a list of telephone numbers beside the door.',
      'Every vessel longer than twelve metres needs a written permit. The fee depends on its weight, on the season and on how many nights it stays; in 2024 the average was 38.50 a night.',
      'Please keep the narrow path along the quay free for the fire brigade. Bicycles, nets and boxes that stand there are taken away without a warning, and nobody is paid for what gets lost.',
      'Fresh water can be drawn from the blue taps. The red ones carry sea water and are meant for cleaning only, so do not drink from them even on a hot day.',
      'Questions about moorings are answered by Mrs Whitfield in room 14. She also keeps the keys of the workshop and knows which tools may be borrowed.',
    ],
  },
  es: {
    pack: 'spa',
    font: 'Liberation Serif',
    lineLetters: 74,
    paragraphs: [
      'La oficina del puerto abre a las siete de la mañana y cierra cuando se ha inscrito el último barco. Quien llegue más tarde encontrará junto a la puerta una lista de teléfonos.',
      'Toda embarcación de más de doce metros necesita un permiso escrito. El precio depende del peso, de la estación y de cuántas noches se quede; en 2024 la media fue de 38,50 por noche.',
      '¿Dónde se puede dejar la bicicleta? Detrás del almacén, nunca en el camino estrecho del muelle, que debe quedar libre para los bomberos. Lo que estorbe será retirado sin aviso.',
      'El agua dulce sale de los grifos azules. Los rojos llevan agua de mar y sólo sirven para limpiar: ¡no beba de ellos, ni siquiera en un día caluroso!',
      'La señora Muñoz contesta las preguntas sobre amarres en la habitación 14. También guarda las llaves del taller y sabe qué herramientas se prestan.',
    ],
  },
  fr: {
    pack: 'fra',
    font: 'Liberation Serif',
    lineLetters: 74,
    paragraphs: [
      'Le bureau du port ouvre à sept heures du matin et ferme lorsque le dernier bateau a été inscrit. Les visiteurs qui arrivent plus tard trouveront une liste de numéros près de la porte.',
      'Tout navire de plus de douze mètres a besoin d’une autorisation écrite. Le prix dépend du poids, de la saison et du nombre de nuits ; en 2024 la moyenne était de 38,50 par nuit.',
      'Veuillez laisser libre le chemin étroit le long du quai : les pompiers doivent pouvoir passer. Les vélos, les filets et les caisses qui gênent seront enlevés sans préavis.',
      'L’eau douce coule des robinets bleus. Les rouges amènent de l’eau de mer et ne servent qu’au nettoyage ; n’en buvez pas, même par une journée très chaude.',
      'Madame Lefèvre répond aux questions sur les amarrages dans la pièce 14. Elle garde aussi les clés de l’atelier et sait quels outils peuvent être prêtés.',
    ],
  },
  de: {
    pack: 'deu',
    font: 'Liberation Serif',
    lineLetters: 74,
    paragraphs: [
      'Das Hafenamt öffnet um sieben Uhr früh und schließt, wenn das letzte Boot eingetragen ist. Wer später kommt, findet neben der Tür eine Liste mit Telefonnummern.',
      'Jedes Schiff über zwölf Meter Länge braucht eine schriftliche Erlaubnis. Die Gebühr hängt vom Gewicht, von der Jahreszeit und von der Zahl der Nächte ab; 2024 waren es im Mittel 38,50 je Nacht.',
      'Bitte halten Sie den schmalen Weg am Kai für die Feuerwehr frei. Fahrräder, Netze und Kisten, die dort stehen, werden ohne Warnung entfernt, und für Verluste haftet niemand.',
      'Süßwasser kommt aus den blauen Hähnen. Die roten führen Meerwasser und sind nur zum Putzen gedacht; trinken Sie daraus nicht, auch nicht an heißen Tagen.',
      'Fragen zu Liegeplätzen beantwortet Frau Größl in Zimmer 14. Sie verwahrt auch die Schlüssel der Werkstatt und weiß, welche Werkzeuge man ausleihen darf.',
    ],
  },
  it: {
    pack: 'ita',
    font: 'Liberation Serif',
    lineLetters: 74,
    paragraphs: [
      'L’ufficio del porto apre alle sette del mattino e chiude quando l’ultima barca è stata registrata. Chi arriva più tardi troverà accanto alla porta un elenco di numeri di telefono.',
      'Ogni nave più lunga di dodici metri ha bisogno di un permesso scritto. Il prezzo dipende dal peso, dalla stagione e da quante notti rimane; nel 2024 la media era di 38,50 a notte.',
      'Si prega di lasciare libero lo stretto sentiero lungo la banchina: serve ai pompieri. Biciclette, reti e casse che danno fastidio saranno portate via senza avviso.',
      'L’acqua dolce esce dai rubinetti azzurri. Quelli rossi portano acqua di mare e servono solo per pulire; non bevetene, neanche in una giornata calda.',
      'La signora Rossetti risponde alle domande sugli ormeggi nella stanza 14. Custodisce anche le chiavi dell’officina e sa quali attrezzi si possono prendere in prestito.',
    ],
  },
  pt: {
    pack: 'por',
    font: 'Liberation Serif',
    lineLetters: 74,
    paragraphs: [
      'O escritório do porto abre às sete da manhã e fecha quando o último barco foi registado. Quem chega mais tarde encontra ao lado da porta uma lista de números de telefone.',
      'Cada embarcação com mais de doze metros precisa de uma licença escrita. O preço depende do peso, da estação e de quantas noites fica; em 2024 a média foi de 38,50 por noite.',
      'Não deixe nada no caminho estreito ao longo do cais, que tem de ficar livre para os bombeiros. Bicicletas, redes e caixas que ali estejam são levadas sem aviso.',
      'A água doce sai das torneiras azuis. As vermelhas trazem água do mar e servem apenas para a limpeza; não beba delas, nem sequer num dia de verão.',
      'A senhora Conceição responde às perguntas sobre amarrações na sala 14. Também guarda as chaves da oficina e sabe que ferramentas podem ser emprestadas.',
    ],
  },
  ru: {
    pack: 'rus',
    font: 'Liberation Serif',
    lineLetters: 70,
    paragraphs: [
      'Контора порта открывается в семь утра и закрывается, когда записано последнее судно. Тот, кто придёт позже, найдёт рядом с дверью список телефонов.',
      'Каждому судну длиннее двенадцати метров нужно письменное разрешение. Плата зависит от веса, времени года и числа ночей; в 2024 году в среднем выходило 38,50 за ночь.',
      'Просим не занимать узкую дорожку вдоль причала: она нужна пожарным. Велосипеды, сети и ящики, которые там стоят, увозят без предупреждения.',
      'Пресная вода идёт из синих кранов. Красные подают морскую воду и служат только для уборки, поэтому не пейте из них даже в жаркий день.',
      'На вопросы о стоянках отвечает госпожа Щукина в комнате 14. Она же хранит ключи от мастерской и знает, какие инструменты можно взять.',
    ],
  },
  zh: {
    pack: 'chi_sim',
    font: 'Noto Sans CJK SC',
    lineLetters: 38,
    hasNoSpaces: true,
    paragraphs: [
      '港口办公室早上七点开门，最后一条船登记完毕后关门。来得更晚的客人可以在门边找到一张电话号码表。',
      '长度超过十二米的船都需要书面许可。费用取决于重量、季节和停留的天数；二〇二四年平均每晚三十八元五角。',
      '请不要占用码头旁边的小路，消防队随时可能要用。放在那里的自行车、渔网和箱子会被搬走，丢失的东西没有人赔偿。',
      '淡水从蓝色的水龙头里流出来。红色的接的是海水，只能用来打扫，天气再热也不要喝。',
      '关于停泊的问题，请到十四号房间找王女士。她还保管着车间的钥匙，知道哪些工具可以借用。',
    ],
  },
  ja: {
    pack: 'jpn',
    font: 'Noto Sans CJK JP',
    lineLetters: 38,
    hasNoSpaces: true,
    paragraphs: [
      '港の事務所は朝七時に開き、最後の船の登録が終わると閉まります。それより遅く着いた方は、入口の横にある電話番号の一覧をご覧ください。',
      '十二メートルを超える船には書面による許可が必要です。料金は重さと季節、そして泊まる日数によって変わります。',
      '岸壁に沿った細い道には何も置かないでください。消防車が通るための道です。そこにある自転車や網や箱は、知らせずに片付けます。',
      '真水は青い蛇口から出ます。赤い蛇口は海水なので掃除にだけ使い、暑い日でも飲まないでください。',
      '停泊についての質問は十四号室の山田さんが答えます。作業場の鍵も預かっていて、どの道具を借りられるかも知っています。',
    ],
  },
  ko: {
    pack: 'kor',
    font: 'Noto Sans CJK KR',
    lineLetters: 46,
    paragraphs: [
      '항구 사무실은 아침 일곱 시에 문을 열고 마지막 배의 등록이 끝나면 문을 닫습니다. 더 늦게 오신 분은 문 옆에 있는 전화번호 목록을 보시기 바랍니다.',
      '길이가 열두 미터를 넘는 배는 서면 허가를 받아야 합니다. 요금은 무게와 계절, 그리고 머무는 밤의 수에 따라 달라집니다.',
      '부두를 따라 난 좁은 길은 소방대를 위해 비워 두어야 합니다. 그곳에 놓인 자전거와 그물과 상자는 예고 없이 치웁니다.',
      '민물은 파란 수도꼭지에서 나옵니다. 빨간 수도꼭지는 바닷물이므로 청소에만 쓰고 더운 날에도 마시지 마십시오.',
      '정박에 관한 질문은 십사 호실의 김 선생님이 대답합니다. 작업장 열쇠도 맡고 있으며 어떤 도구를 빌릴 수 있는지 알고 있습니다.',
    ],
  },
  ar: {
    pack: 'ara',
    font: 'Noto Naskh Arabic',
    lineLetters: 66,
    isRightToLeft: true,
    paragraphs: [
      'يفتح مكتب الميناء في السابعة صباحا ويغلق بعد تسجيل آخر قارب. ومن يصل بعد ذلك يجد بجانب الباب قائمة بأرقام الهاتف.',
      'تحتاج كل سفينة يزيد طولها على اثني عشر مترا إلى إذن مكتوب. ويتوقف السعر على الوزن والفصل وعدد الليالي التي تبقى فيها السفينة.',
      'نرجو ترك الطريق الضيق بجانب الرصيف خاليا لرجال الإطفاء. أما الدراجات والشباك والصناديق التي تقف هناك فتنقل دون إنذار.',
      'تأتي المياه العذبة من الصنابير الزرقاء. والصنابير الحمراء فيها ماء البحر وهي للتنظيف فقط فلا تشربوا منها حتى في يوم حار.',
      'تجيب السيدة مريم عن الأسئلة في الغرفة الرابعة. وهي تحفظ مفاتيح الورشة وتعرف الأدوات التي يمكن استعارتها.',
    ],
  },
  hi: {
    pack: 'hin',
    font: 'Noto Sans Devanagari',
    lineLetters: 64,
    paragraphs: [
      'बंदरगाह का कार्यालय सुबह सात बजे खुलता है और आखिरी नाव के दर्ज होने पर बंद होता है। जो लोग देर से आते हैं उन्हें दरवाजे के पास फोन नंबरों की सूची मिलेगी।',
      'बारह मीटर से लंबी हर नाव के लिए लिखित अनुमति चाहिए। शुल्क वजन पर, मौसम पर और रातों की संख्या पर निर्भर करता है।',
      'कृपया घाट के साथ वाला संकरा रास्ता दमकल के लिए खाली रखें। वहां रखी साइकिल, जाल और डिब्बे बिना चेतावनी के हटा दिए जाते हैं।',
      'मीठा पानी नीले नल से आता है। लाल नल में समुद्र का पानी है और वह केवल सफाई के लिए है, इसलिए गर्म दिन में भी उसे न पिएं।',
      'नाव खड़ी करने के सवालों का जवाब श्रीमती शर्मा कमरा चौदह में देती हैं। उनके पास कारखाने की चाबियां भी रहती हैं।',
    ],
  },
} as const satisfies Readonly<Record<string, OcrText>>

export type OcrTextId = keyof typeof texts

export const ocrTexts: Readonly<Record<OcrTextId, OcrText>> = texts
