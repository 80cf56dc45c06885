/** First names by country, in Latin letters as borne there, and as Taiwan and the mainland write them. */
import type { LadyCountryIso } from "../../kv/ladies/countries.ts";
import { namesOf, type Threefold } from "./texts.ts";

const belarus = `
Volha/沃爾哈/沃利哈; Aksana/阿克薩娜/阿克萨娜; Alena/阿蓮娜/阿莲娜; Alesia/阿列霞/阿列霞; Hanna/漢娜/汉娜;
Natallia/娜塔莉亞/娜塔利娅; Sviatlana/斯維特蘭娜/斯维亚特兰娜; Iryna/伊琳娜/伊丽娜; Tatsiana/塔齊亞娜/塔齐亚娜;
Katsiaryna/卡齊雅琳娜/卡齐亚里娜; Maryia/瑪麗亞/玛丽娅; Yuliya/尤莉亞/尤利娅; Darya/達莉亞/达里娅;
Anastasiya/安娜斯塔西亞/阿纳斯塔西娅; Palina/帕琳娜/帕利娜; Nadzeya/娜澤雅/纳泽娅; Vera/薇拉/维拉;
Halina/哈琳娜/哈利娜; Liudmila/柳德米拉/柳德米拉; Valiantsina/瓦蓮齊娜/瓦莲齐娜; Zhanna/珍娜/让娜;
Larysa/拉莉莎/拉丽萨; Tamara/塔瑪拉/塔玛拉; Alina/艾琳娜/阿丽娜; Karyna/卡琳娜/卡丽娜; Kseniya/克謝妮雅/克谢尼娅;
Viktoryia/維多莉亞/维多利娅; Veranika/薇若妮卡/韦拉妮卡; Marharyta/瑪格麗塔/玛尔哈丽塔; Lizaveta/麗莎薇塔/利扎韦塔;
Yauheniya/雅赫妮亞/亚夫赫尼娅; Aliaksandra/亞歷珊卓/阿利亚克桑德拉; Valeryia/瓦萊莉亞/瓦列里娅;
Uladzislava/烏拉茲斯拉娃/乌拉济斯拉娃; Maryna/瑪琳娜/玛丽娜; Inha/英哈/因哈; Alla/艾拉/阿拉; Ina/伊娜/伊娜;
Antanina/安東妮娜/安塔尼娜; Zinaida/季娜伊達/季娜伊达; Raisa/萊莎/拉伊莎; Lidziya/莉季雅/利济娅; Nina/妮娜/尼娜;
Zoya/卓雅/卓娅; Kira/綺拉/基拉; Sofiya/索菲亞/索菲娅; Yana/雅娜/亚娜; Dziyana/姬雅娜/济亚娜; Kamila/卡蜜拉/卡米拉;
Milana/米蘭娜/米拉娜; Stefaniya/斯特凡妮亞/斯特凡尼娅; Yadviha/雅德維哈/雅德维哈; Barbara/芭芭拉/巴尔巴拉;
Miraslava/米拉斯拉娃/米拉斯拉娃; Yaraslava/雅拉斯拉娃/亚拉斯拉娃; Zlata/茲拉塔/兹拉塔; Uliana/烏莉安娜/乌里扬娜;
Alisa/愛麗莎/阿丽萨; Aryna/阿琳娜/阿里娜; Eva/伊娃/埃娃; Emiliya/艾蜜莉亞/埃米利娅; Vasilina/瓦西莉娜/瓦西里娜;
Bahdana/巴赫丹娜/巴赫丹娜; Hrazhyna/赫拉日娜/赫拉日娜; Rehina/蕾希娜/列希娜; Ruslana/盧絲蘭娜/鲁斯拉娜;
Snezhana/斯涅然娜/斯涅扎娜; Zarina/札琳娜/扎丽娜
`;

const romania = `
Ioana/尤安娜/约安娜; Maria/瑪麗亞/玛丽亚; Andreea/安德蕾亞/安德烈娅; Elena/艾蓮娜/埃莱娜; Ana/安娜/安娜;
Mihaela/米海拉/米哈埃拉; Cristina/克莉絲蒂娜/克里斯蒂娜; Alexandra/亞歷珊卓/亚历山德拉; Gabriela/嘉布瑞拉/加布里埃拉;
Daniela/丹妮拉/达妮埃拉; Alina/艾琳娜/阿丽娜; Simona/西蒙娜/西莫娜; Raluca/拉露卡/拉卢卡; Roxana/羅珊娜/罗克珊娜;
Mădălina/瑪達琳娜/默德琳娜; Ștefania/斯特凡妮亞/斯特凡尼娅; Bianca/碧安卡/比安卡; Corina/柯琳娜/科丽娜;
Adina/阿蒂娜/阿迪娜; Adriana/雅德莉安娜/阿德里亚娜; Anca/安卡/安卡; Anamaria/安娜瑪麗亞/安娜玛丽亚;
Camelia/卡蜜莉亞/卡梅利娅; Carmen/卡門/卡门; Cătălina/卡塔琳娜/克特琳娜; Claudia/克勞蒂亞/克劳迪娅;
Cosmina/珂絲米娜/科斯米娜; Crina/克莉娜/克丽娜; Dana/黛娜/达娜; Delia/迪莉雅/德利娅; Denisa/丹妮莎/德尼莎;
Diana/黛安娜/迪亚娜; Doina/朵伊娜/多伊娜; Dorina/朵琳娜/多丽娜; Ecaterina/葉卡特琳娜/叶卡特琳娜;
Emilia/艾蜜莉亞/埃米利娅; Eugenia/尤金妮亞/欧金尼娅; Flavia/芙拉維亞/弗拉维娅; Florentina/佛羅倫蒂娜/弗洛伦蒂娜;
Florina/芙蘿琳娜/弗洛丽娜; Georgiana/喬治安娜/乔治娅娜; Ileana/伊蓮安娜/伊利亚娜; Ilinca/伊琳卡/伊林卡;
Irina/伊琳娜/伊丽娜; Iulia/尤莉亞/尤利娅; Larisa/拉莉莎/拉丽萨; Laura/蘿拉/劳拉; Lavinia/拉維妮亞/拉维尼娅;
Lidia/莉迪亞/利迪娅; Liliana/莉莉安娜/利利亚娜; Livia/莉薇亞/利维娅; Loredana/蘿蕾達娜/洛雷达娜; Lucia/露琪亞/卢恰;
Luminița/露米妮察/卢米尼察; Magdalena/瑪格達蓮娜/玛格达莱娜; Marina/瑪琳娜/玛丽娜; Mirela/米蕾拉/米雷拉;
Miruna/米露娜/米鲁娜; Monica/莫妮卡/莫妮卡; Nicoleta/妮可蕾塔/尼科莱塔; Oana/歐安娜/瓦娜; Olivia/奧莉薇亞/奥利维娅;
Otilia/奧蒂莉亞/奥蒂利娅; Patricia/派翠西亞/帕特里恰; Paula/寶拉/保拉; Ramona/拉夢娜/拉莫娜; Rodica/羅蒂卡/罗迪卡;
Ruxandra/盧珊卓/鲁克桑德拉; Sabina/薩碧娜/萨比娜; Sânziana/森姿安娜/森齐亚娜; Silvia/希薇亞/西尔维娅;
Smaranda/絲瑪蘭達/斯马兰达; Sorina/索琳娜/索丽娜; Teodora/蒂奧朵拉/特奥多拉; Valentina/瓦倫蒂娜/瓦伦蒂娜;
Viorica/薇奧莉卡/维奥丽卡; Zoe/柔伊/佐薇
`;

const russia = `
Anastasia/安娜斯塔西亞/阿纳斯塔西娅; Ekaterina/葉卡捷琳娜/叶卡捷琳娜; Elena/葉蓮娜/叶莲娜; Olga/奧爾嘉/奥尔加;
Natalia/娜塔莉亞/娜塔利娅; Tatiana/塔蒂安娜/塔季扬娜; Irina/伊琳娜/伊琳娜; Svetlana/斯薇特蘭娜/斯韦特兰娜;
Maria/瑪麗亞/玛丽亚; Anna/安娜/安娜; Yulia/尤莉亞/尤利娅; Daria/達莉亞/达里娅; Ksenia/克謝妮雅/克谢尼娅;
Sofia/索菲亞/索菲娅; Valeria/瓦萊莉亞/瓦列里娅; Viktoria/維多莉亞/维多利亚; Polina/波琳娜/波琳娜; Alina/艾琳娜/阿丽娜;
Marina/瑪琳娜/玛丽娜; Larisa/拉莉莎/拉里莎; Lyudmila/柳德米拉/柳德米拉; Galina/加琳娜/加林娜; Nina/妮娜/尼娜;
Vera/薇拉/维拉; Lidia/莉迪亞/利季娅; Tamara/塔瑪拉/塔玛拉; Zoya/卓雅/卓娅; Raisa/萊莎/拉伊莎; Alla/艾拉/阿拉;
Inna/茵娜/因娜; Oksana/奧克莎娜/奥克萨娜; Yana/雅娜/亚娜; Kira/綺拉/基拉; Margarita/瑪格麗塔/玛加丽塔;
Varvara/瓦爾瓦拉/瓦尔瓦拉; Vasilisa/瓦西莉莎/瓦西里莎; Evgenia/葉夫根妮雅/叶夫根尼娅; Alexandra/亞歷珊卓/亚历山德拉;
Veronika/薇若妮卡/韦罗妮卡; Angelina/安潔莉娜/安热莉娜; Diana/黛安娜/季阿娜; Kristina/克莉絲汀娜/克里斯京娜;
Karina/卡琳娜/卡琳娜; Milana/米蘭娜/米拉娜; Arina/阿琳娜/阿里娜; Ulyana/烏莉揚娜/乌里扬娜; Taisia/泰西雅/泰西娅;
Lada/菈達/拉达; Snezhana/斯涅然娜/斯涅扎娜; Rimma/莉瑪/里玛; Nadezhda/娜潔日達/娜杰日达; Lyubov/柳波芙/柳博芙;
Antonina/安東妮娜/安东尼娜; Valentina/瓦蓮京娜/瓦莲京娜; Zinaida/季娜伊達/季娜伊达; Elizaveta/伊莉莎薇塔/伊丽莎维塔;
Maya/瑪雅/玛雅; Marta/瑪爾塔/玛尔塔; Lilia/莉莉亞/利利娅; Evelina/艾薇莉娜/埃韦利娜; Regina/蕾吉娜/列吉娜;
Albina/阿爾碧娜/阿尔比娜; Kamila/卡蜜拉/卡米拉; Zlata/茲拉塔/兹拉塔; Yaroslava/雅羅斯拉娃/雅罗斯拉娃;
Vladislava/弗拉迪斯拉娃/弗拉季斯拉娃; Miroslava/米羅斯拉娃/米罗斯拉娃; Olesya/奧列霞/奥列霞; Alyona/艾蓮娜/阿廖娜;
Asya/阿霞/阿霞; Alisa/愛麗莎/阿利萨; Eva/伊娃/叶娃; Emilia/艾蜜莉亞/埃米利娅; Stefania/斯特凡妮亞/斯捷潘尼娅
`;

const ukraine = `
Olena/奧蓮娜/奥莲娜; Oksana/奧克莎娜/奥克萨娜; Iryna/伊琳娜/伊琳娜; Nataliia/娜塔莉亞/娜塔利娅; Tetiana/泰蒂安娜/捷佳娜;
Kateryna/卡特琳娜/卡捷琳娜; Mariia/瑪麗亞/玛丽亚; Hanna/漢娜/甘娜; Yuliia/尤莉亞/尤利娅; Svitlana/斯薇特蘭娜/斯维特兰娜;
Liudmyla/柳德米拉/柳德米拉; Halyna/哈琳娜/加林娜; Nadiia/娜迪亞/纳季娅; Vira/薇拉/维拉; Liubov/柳波芙/柳博芙;
Olha/奧爾哈/奥尔加; Viktoriia/維多莉亞/维多利亚; Anastasiia/安娜斯塔西亞/阿纳斯塔西娅; Daryna/達琳娜/达林娜;
Dariia/達莉亞/达里娅; Sofiia/索菲亞/索菲娅; Solomiia/索洛米亞/索洛米娅; Zlata/茲拉塔/兹拉塔; Yaryna/雅琳娜/雅林娜;
Khrystyna/克莉絲汀娜/赫里斯京娜; Bohdana/波赫丹娜/博格丹娜; Myroslava/米羅斯拉娃/米罗斯拉娃;
Yaroslava/雅羅斯拉娃/雅罗斯拉娃; Zoriana/佐莉安娜/佐里亚娜; Ruslana/盧絲蘭娜/鲁斯兰娜; Lesia/蕾霞/列霞;
Olesia/奧列霞/奥列霞; Orysia/奧莉霞/奥里霞; Uliana/烏莉安娜/乌里扬娜; Mariana/瑪麗安娜/玛丽安娜; Ivanna/伊凡娜/伊万娜;
Roksolana/羅克索蘭娜/罗克索拉娜; Stefaniia/斯特凡妮亞/斯特凡尼娅; Emiliia/艾蜜莉亞/埃米利娅; Polina/波琳娜/波林娜;
Alina/艾琳娜/阿林娜; Karyna/卡琳娜/卡林娜; Marharyta/瑪格麗塔/玛尔加丽塔; Yelyzaveta/葉莉莎薇塔/叶利扎韦塔;
Yevheniia/葉夫赫妮亞/叶夫根尼娅; Oleksandra/奧列珊卓/奥列克桑德拉; Valeriia/瓦萊莉亞/瓦列里娅;
Vladyslava/弗拉迪斯拉娃/弗拉迪斯拉娃; Stanislava/斯坦尼斯拉娃/斯坦尼斯拉娃; Inna/茵娜/因娜; Zhanna/珍娜/让娜;
Larysa/拉莉莎/拉里莎; Tamara/塔瑪拉/塔玛拉; Raisa/萊莎/拉伊莎; Lidiia/莉迪亞/利季娅; Nina/妮娜/尼娜; Zoia/卓雅/卓娅;
Kira/綺拉/基拉; Milana/米蘭娜/米拉娜; Yeva/葉娃/叶娃; Veronika/薇若妮卡/韦罗妮卡; Diana/黛安娜/季安娜;
Anhelina/安赫莉娜/安赫林娜; Snizhana/斯妮然娜/斯尼扎娜; Vasylyna/瓦西莉娜/瓦西林娜; Melaniia/梅蘭妮亞/梅拉尼娅;
Kvitka/珂維特卡/克维特卡; Liliia/莉莉亞/利利娅; Yana/雅娜/雅娜; Liubava/柳芭娃/柳巴娃; Ahata/阿哈塔/阿加塔;
Rada/蕾達/拉达
`;

/** More than sixty for each country of ladies. */
export const firstnames: Record<LadyCountryIso, Threefold[]> = {
  BY: namesOf(belarus),
  RO: namesOf(romania),
  RU: namesOf(russia),
  UA: namesOf(ukraine),
};
