"""The capabilities at work: arguments in, the source asked, items out; every failure is a sentence with a code."""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Literal

import anyio.to_thread

from loket.core.data import JsonObject
from loket.core.shapes import list_at, object_at, text_at
from loket.core.tool import CallContext, Tool, ToolFailed
from loket.tools.function import FunctionTool
from loket_demos.sogis import items, tool_specs
from loket_demos.sogis.geo.geometry import Extent, extent, polygons
from loket_demos.sogis.geo.lv95 import Point, grid_point
from loket_demos.sogis.geo.scale import SCALES, Sheet, sheet_at, sheet_for
from loket_demos.sogis.prints.keep import keep_print
from loket_demos.sogis.prints.late import bore_page, extract_pages
from loket_demos.sogis.search.query import AddressQuery, EgridQuery, ParcelQuery, PointQuery, egrid_of, read
from loket_demos.sogis.search.words import key
from loket_demos.sogis.source import catalogue
from loket_demos.sogis.source.known import shipped_places
from loket_demos.sogis.source.port import EVERY, GeoFailed, GeoSource
from loket_demos.sogis.source.regions import canton, region
from loket_demos.sogis.source.shapes import MadeFile, Parcel
from loket_demos.sogis.texts import say

Findings = tuple[list[JsonObject], str]
"""Items, and a sentence about them."""
Work = Callable[[JsonObject, CallContext], Awaitable[Findings]]


def sogis_tools(source: GeoSource, now: Callable[[], datetime]) -> tuple[Tool, ...]:
    """One tool for each capability. What they make is kept with the conversation."""
    bench = _Bench(source, now)
    work: dict[str, Work] = {
        tool_specs.ADDRESS: bench.address,
        tool_specs.MUNICIPALITY: bench.municipality,
        tool_specs.LAYERS: bench.layers,
        tool_specs.EGRID_BY_POINT: bench.parcels_at,
        tool_specs.EXTRACT: bench.extract,
        tool_specs.PARCEL_BY_NUMBER: bench.parcels_numbered,
        tool_specs.PARCEL_BY_EGRID: bench.parcel,
        tool_specs.BORE: bench.bore,
        tool_specs.PLAN: bench.plan,
    }
    return tuple(FunctionTool(spec, _answered(work[spec.name], source.name)) for spec in tool_specs.SPECS)


def _answered(
    work: Work, source: Literal["bundled", "live"]
) -> Callable[[JsonObject, CallContext], Awaitable[JsonObject]]:
    """The work with its answer in the form of every capability, and with words for what a source could not do."""

    async def run(args: JsonObject, context: CallContext) -> JsonObject:
        context = replace(context, locale=text_at(args, "lang") or context.locale)
        told = say(context.locale, "sources", source)
        try:
            found, message = await work(args, context)
        except GeoFailed as failed:
            text = say(context.locale, "faults", failed.code, service=told, **failed.values)
            raise ToolFailed(failed.code, text) from failed
        status = "SUCCESS" if len(found) == 1 else "NEEDS_USER_CHOICE"
        return {"status": status, "items": found, "message": message, "source": {"id": source, "label": told}}

    return run


class _Bench:
    """The nine capabilities over one source."""

    def __init__(self, source: GeoSource, now: Callable[[], datetime]) -> None:
        self._source, self._now = source, now

    async def address(self, args: JsonObject, context: CallContext) -> Findings:
        text, locale = _text(args, "q", context), context.locale
        match read(text):
            case None:
                raise _failed("invalid_blank", context)
            case PointQuery(point=point):
                if point is None:
                    raise _failed("invalid_point", context)
                made = items.of_point(point, locale)
                return [made], made["payload"]["label"]
            case EgridQuery(egrid=egrid):
                found = await self._source.parcel(egrid)
                return self._parcels([] if found is None else [found], text, "", context)
            case ParcelQuery(number=number, place=place):
                return self._parcels(await self._source.parcels_numbered(number, place), text, place, context)
            case AddressQuery(street=street, number=number, place=place):
                hits = await self._source.addresses(text, _point(args))
        if not hits:
            raise self._nothing("no_address", text, place or street, context)
        kept = [one for one in hits if one.exact] or list(hits)
        missed = number and not any(f" {number}," in one.label.lower() for one in kept)
        message = say(locale, "found", "nearest_numbers" if missed else "address", count=len(kept))
        return [items.of_address(one) for one in kept], kept[0].label if len(kept) == 1 and not missed else message

    async def municipality(self, args: JsonObject, context: CallContext) -> Findings:
        text = _text(args, "q", context)
        if (asked := region(text)) is not None:
            is_canton, ours = asked
            if not (is_canton and ours):
                raise _failed("no_canton" if is_canton else "no_district", context, asked=text)
            made = items.of_commune(canton(say(context.locale, "labels", "canton")))
            return [made], made["payload"]["label"]
        found = [items.of_commune(one) for one in await self._source.communes(text)]
        if not found:
            raise self._nothing("no_place", text, text, context)
        return _all(found, "place", context)

    async def layers(self, args: JsonObject, context: CallContext) -> Findings:
        text = _text(args, "query", context)
        layers = await self._source.layers(text)
        found = [made for one in layers for made in items.of_layer(one, context.locale)]
        ids = [made["payload"]["id"] for made in found]
        once = [made for at, made in enumerate(found) if made["payload"]["id"] not in ids[:at]]
        if catalogue.asks_for_group(text):
            once = [made for made in once if text_at(made["payload"], "type") == "wms-group"] or once
        if not once:
            raise _failed("no_list" if text == EVERY else "no_layer", context, asked=text)
        if self._source.name == "bundled" and text != EVERY and catalogue.only_near(text):
            alike = ", ".join(dict.fromkeys(text_at(one["payload"], "label") for one in once))
            raise _failed("no_layer_but", context, asked=text, alike=alike)
        return _all(once, "layer", context)

    async def parcels_at(self, args: JsonObject, context: CallContext) -> Findings:
        point = _point(args)
        if point is None:
            raise _failed("invalid_point", context)
        found = await self._source.parcels_at(point)
        if not found:
            raise _failed("no_parcel_here", context)
        return self._parcels(found, "", "", context)

    async def parcels_numbered(self, args: JsonObject, context: CallContext) -> Findings:
        number, place = _text(args, "number", context), text_at(args, "municipality").strip()
        found = await self._source.parcels_numbered(number, place)
        return self._parcels(found, f"{number} {place}".strip(), place, context)

    async def parcel(self, args: JsonObject, context: CallContext) -> Findings:
        egrid = _egrid(_text(args, "egrid", context), context)
        found = await self._source.parcel(egrid)
        return self._parcels([] if found is None else [found], egrid, "", context)

    async def extract(self, args: JsonObject, context: CallContext) -> Findings:
        parcel = await self._chosen(args, context)
        extract = await self._source.extract(parcel)
        record = None
        if not extract.pdf_url:
            name = f"OEREB_{key(parcel.municipality)}_{key(parcel.number)}.pdf"
            data = await anyio.to_thread.run_sync(extract_pages, extract)
            document = MadeFile(name=name, media="application/pdf", data=data)
            record = await keep_print(context, document, self._now)
        made = items.of_extract(extract, record, context.locale)
        return [made], say(context.locale, "found", "extract", count=len(extract.restrictions))

    async def bore(self, args: JsonObject, context: CallContext) -> Findings:
        point = _point(args)
        if point is None:
            raise _failed("invalid_point", context)
        told = await self._source.bore(point, float(args.get("resolution", 1)))
        record = None
        if told.verdict != "unknown" and not told.pdf_url:
            data = await anyio.to_thread.run_sync(bore_page, told)
            document = MadeFile(name="Erdwaermesonde.pdf", media="application/pdf", data=data)
            record = await keep_print(context, document, self._now)
        made = items.of_bore(told, record, context.locale)
        return [made], made["payload"]["result"]

    async def plan(self, args: JsonObject, context: CallContext) -> Findings:
        parcel = await self._chosen(args, context) if _egrids(args) else _drawn(args)
        if parcel is None:
            raise _failed("invalid_geometry", context)
        box = extent(parcel.geometry)
        sheet = None if box is None else sheet_for(box)
        if box is None or sheet is None:
            raise _failed("invalid_geometry", context)
        if scale := int(args.get("scale", 0)):
            sheet = self._scaled(box, sheet, scale, context)
        document = await self._source.plan(parcel, sheet)
        record = await keep_print(context, document, self._now)
        return [items.of_plan(parcel, sheet, record, context.locale)], say(context.locale, "found", "plan")

    def _scaled(self, box: Extent, best: Sheet, scale: int, context: CallContext) -> Sheet:
        """The sheet at a scale that is asked for; ToolFailed with the scales that can be."""
        if scale not in SCALES:
            least = max((one for one in SCALES if one < scale), default=SCALES[0])
            most = min((one for one in SCALES if one > scale), default=SCALES[-1])
            raise _failed("no_scale", context, asked=str(scale), least=str(least), most=str(most))
        if (sheet := sheet_at(box, scale)) is None:
            raise _failed("scale_too_large", context, asked=str(scale), best=str(best.denominator))
        return sheet

    async def _chosen(self, args: JsonObject, context: CallContext) -> Parcel:
        """The parcel that is named or was selected, by its EGRID."""
        egrid = next(iter(_egrids(args)), None)
        if egrid is None:
            raise _failed("invalid_egrid", context)
        if (found := await self._source.parcel(egrid)) is None:
            raise _failed("no_parcel", context, asked=egrid)
        return found

    def _parcels(self, found: Sequence[Parcel], asked: str, place: str, context: CallContext) -> Findings:
        if not found:
            raise self._nothing("no_parcel", asked, place, context)
        return _all([items.of_parcel(one, context.locale) for one in found], "parcel", context)

    def _nothing(self, code: str, asked: str, place: str, context: CallContext) -> ToolFailed:
        """That nothing was found: because the data has nothing of that place at all, or for any other reason."""
        if missing := self._source.lacks(place):
            return _failed("not_shipped", context, place=missing, places=", ".join(shipped_places()))
        return _failed(code, context, asked=asked)


def _all(found: list[JsonObject], name: str, context: CallContext) -> Findings:
    """The items with a sentence: what the only one is called, or how many there are."""
    one = text_at(object_at(found[0], "payload"), "label")
    return found, one if len(found) == 1 else say(context.locale, "found", name, count=len(found))


def _text(args: JsonObject, name: str, context: CallContext) -> str:
    text = " ".join(text_at(args, name).split())
    if not text:
        raise _failed("invalid_blank", context)
    return text


def _egrid(text: str, context: CallContext) -> str:
    if not re.fullmatch(tool_specs.EGRID, text):
        raise _failed("invalid_egrid", context)
    return egrid_of(text)


def _egrids(args: JsonObject) -> list[str]:
    """The EGRIDs in the arguments, the nearest first; an id of something else is none."""
    selection = _selected(args)
    named = (text_at(args, "egrid"), text_at(selection, "egrid"), text_at(selection, "id"))
    return [egrid_of(one) for one in named if re.fullmatch(tool_specs.EGRID, one)]


def _drawn(args: JsonObject) -> Parcel | None:
    """An area of the arguments that is nobody's parcel."""
    for shape in (object_at(args, "geometry"), object_at(_selected(args), "geometry")):
        if polygons(shape):
            return Parcel(egrid="", number="", municipality="", geometry=shape)
    return None


def _selected(args: JsonObject) -> JsonObject:
    selection = object_at(args, "selection")
    return object_at(selection, "payload") or selection


def _point(args: JsonObject) -> Point | None:
    """The point in the arguments, however it is given; None when there is none in Switzerland."""
    pairs = [list_at(args, "coord"), [args.get("x"), args.get("y")], list_at(_selected(args), "coord")]
    for pair in pairs:
        numbers = [float(one) for one in pair if isinstance(one, int | float) and not isinstance(one, bool)]
        if len(numbers) == len(pair) == 2:
            return grid_point(*numbers)
    return None


def _failed(code: str, context: CallContext, **values: str) -> ToolFailed:
    return ToolFailed(code, say(context.locale, "faults", code, **values))
