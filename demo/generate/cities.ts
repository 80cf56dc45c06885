/** Cities by country in Latin letters, and as Taiwan and the mainland write them; larger ones come first. */
import type { LadyCountryIso } from "../../kv/ladies/countries.ts";
import { namesOf, type Threefold } from "./texts.ts";

const belarus = `
Minsk/明斯克/明斯克; Gomel/戈梅利/戈梅利; Mogilev/莫吉廖夫/莫吉廖夫; Vitebsk/維捷布斯克/维捷布斯克;
Grodno/格羅德諾/格罗德诺; Brest/布列斯特/布列斯特; Bobruisk/博布魯伊斯克/博布鲁伊斯克; Baranovichi/巴拉諾維奇/巴拉诺维奇;
Borisov/鮑里索夫/鲍里索夫; Pinsk/平斯克/平斯克; Orsha/奧爾沙/奥尔沙; Mozyr/莫濟爾/莫济里; Soligorsk/索利戈爾斯克/索利戈尔斯克;
Novopolotsk/新波洛茨克/新波洛茨克; Lida/利達/利达; Molodechno/莫洛傑奇諾/莫洛杰奇诺; Polotsk/波洛茨克/波洛茨克;
Zhlobin/日洛賓/日洛宾; Svetlogorsk/斯韋特洛戈爾斯克/斯韦特洛戈尔斯克; Rechitsa/列奇察/列奇察; Slutsk/斯盧茨克/斯卢茨克;
Zhodino/若季諾/若季诺; Slonim/斯洛尼姆/斯洛尼姆; Kobrin/科布林/科布林; Volkovysk/沃爾科維斯克/沃尔科维斯克;
Kalinkovichi/卡林科維奇/卡林科维奇; Smorgon/斯莫爾貢/斯莫尔贡; Nesvizh/涅斯維日/涅斯维日; Novogrudok/新格魯多克/新格鲁多克;
Mir/米爾/米尔
`;

const romania = `
București/布加勒斯特/布加勒斯特; Cluj-Napoca/克盧日-納波卡/克卢日-纳波卡; Timișoara/蒂米什瓦拉/蒂米什瓦拉;
Iași/雅西/雅西; Constanța/康斯坦察/康斯坦察; Craiova/克拉約瓦/克拉约瓦; Brașov/布拉索夫/布拉索夫;
Galați/加拉茨/加拉茨; Ploiești/普洛耶什蒂/普洛耶什蒂; Oradea/奧拉迪亞/奥拉迪亚; Brăila/布勒伊拉/布勒伊拉;
Arad/阿拉德/阿拉德; Pitești/皮特什蒂/皮特什蒂; Sibiu/錫比烏/锡比乌; Bacău/巴克烏/巴克乌;
Târgu Mureș/特爾古穆列什/特尔古穆列什; Baia Mare/巴亞馬雷/巴亚马雷; Buzău/布澤烏/布泽乌; Botoșani/博托沙尼/博托沙尼;
Satu Mare/薩圖馬雷/萨图马雷; Râmnicu Vâlcea/勒姆尼庫沃爾恰/勒姆尼库沃尔恰; Suceava/蘇恰瓦/苏恰瓦;
Piatra Neamț/皮亞特拉尼亞姆茨/皮亚特拉-尼亚姆茨; Târgoviște/特爾戈維什泰/特尔戈维什泰; Focșani/福克沙尼/福克沙尼;
Bistrița/比斯特里察/比斯特里察; Tulcea/圖爾恰/图尔恰; Reșița/雷希察/雷希察; Alba Iulia/阿爾巴尤利亞/阿尔巴尤利亚;
Deva/德瓦/德瓦; Sighișoara/錫吉什瓦拉/锡吉什瓦拉; Sinaia/西奈亞/锡纳亚
`;

const russia = `
Moscow/莫斯科/莫斯科; Saint Petersburg/聖彼得堡/圣彼得堡; Novosibirsk/新西伯利亞/新西伯利亚;
Yekaterinburg/葉卡捷琳堡/叶卡捷琳堡; Kazan/喀山/喀山; Nizhny Novgorod/下諾夫哥羅德/下诺夫哥罗德;
Chelyabinsk/車里雅賓斯克/车里雅宾斯克; Krasnoyarsk/克拉斯諾亞爾斯克/克拉斯诺亚尔斯克; Samara/薩馬拉/萨马拉;
Ufa/烏法/乌法; Rostov-on-Don/頓河畔羅斯托夫/顿河畔罗斯托夫; Omsk/鄂木斯克/鄂木斯克; Krasnodar/克拉斯諾達爾/克拉斯诺达尔;
Voronezh/沃羅涅日/沃罗涅日; Perm/彼爾姆/彼尔姆; Volgograd/伏爾加格勒/伏尔加格勒; Saratov/薩拉托夫/萨拉托夫;
Tyumen/秋明/秋明; Tomsk/托木斯克/托木斯克; Izhevsk/伊熱夫斯克/伊热夫斯克; Barnaul/巴爾瑙爾/巴尔瑙尔;
Irkutsk/伊爾庫次克/伊尔库茨克; Khabarovsk/哈巴羅夫斯克/哈巴罗夫斯克; Vladivostok/海參崴/符拉迪沃斯托克;
Yaroslavl/雅羅斯拉夫爾/雅罗斯拉夫尔; Sochi/索契/索契; Kaliningrad/加里寧格勒/加里宁格勒; Pskov/普斯科夫/普斯科夫;
Tver/特維爾/特维尔; Vologda/沃洛格達/沃洛格达; Petrozavodsk/彼得羅扎沃茨克/彼得罗扎沃茨克; Suzdal/蘇茲達爾/苏兹达尔
`;

const ukraine = `
Kyiv/基輔/基辅; Kharkiv/哈爾基夫/哈尔科夫; Odesa/奧德薩/敖德萨; Dnipro/聶伯羅/第聂伯罗; Lviv/利維夫/利沃夫;
Zaporizhzhia/札波羅熱/扎波罗热; Kryvyi Rih/克里維里赫/克里沃罗格; Mykolaiv/米科拉伊夫/尼古拉耶夫; Vinnytsia/文尼察/文尼察;
Poltava/波爾塔瓦/波尔塔瓦; Chernihiv/車尼希夫/切尔尼戈夫; Cherkasy/切爾卡瑟/切尔卡瑟; Khmelnytskyi/赫梅利尼茨基/赫梅利尼茨基;
Chernivtsi/切爾諾夫策/切尔诺夫策; Zhytomyr/日托米爾/日托米尔; Sumy/蘇梅/苏梅; Rivne/里夫內/罗夫诺;
Ivano-Frankivsk/伊萬諾-法蘭科夫斯克/伊万诺-弗兰科夫斯克; Ternopil/捷爾諾波爾/捷尔诺波尔; Lutsk/盧茨克/卢茨克;
Uzhhorod/烏日霍羅德/乌日霍罗德; Kremenchuk/克雷門丘克/克列缅丘格; Kropyvnytskyi/克羅皮夫尼茨基/克罗皮夫尼茨基;
Bila Tserkva/白采爾科瓦/白采尔科维; Mukachevo/穆卡切沃/穆卡切沃; Kamianets-Podilskyi/卡緬涅茨-波多爾斯基/卡缅涅茨-波多利斯基;
Uman/烏曼/乌曼; Drohobych/德羅霍貝奇/德罗霍贝奇; Kolomyia/科洛梅亞/科洛梅亚; Irpin/伊爾平/伊尔平
`;

/** At least twenty-five for each country of ladies. */
export const cities: Record<LadyCountryIso, Threefold[]> = {
  BY: namesOf(belarus),
  RO: namesOf(romania),
  RU: namesOf(russia),
  UA: namesOf(ukraine),
};
