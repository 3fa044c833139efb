// Every row belongs to one thread, so its text may run on over the columns to its right: lanes are indentations, and
// twenty threads still fit on a terminal.
#include "report/lanes.h"

#include <algorithm>
#include <map>

namespace mover {

namespace {

constexpr size_t kMargin = 2, kGap = 2;
constexpr size_t kMostIndent = 30, kLeastIndent = 3, kLeastText = 30, kLeastNotes = 12;

class Drawing {
 public:
  Drawing(const std::vector<Row>& rows, const Replay& replay, const Place& main_place, const Style& style)
      : rows_(rows), replay_(replay), main_file_(main_place.file), style_(style) {
    for (const Row& row : rows) lane_of_[row.thread] = 0;
    size_t lane = 0;
    for (auto& [thread, index] : lane_of_) index = lane++;
    measure();
  }

  std::string draw() {
    draw_header();
    for (const Row& row : rows_) draw_row(row);
    return std::move(out_);
  }

 private:
  void measure() {
    size_t longest_note = 0, most_notes = style_.width * 2 / 5;
    for (const Row& row : rows_) {
      number_width_ = std::max(number_width_, display_width(number(row)));
      for (const std::string& note : row.notes) longest_note = std::max(longest_note, display_width(note));
    }
    notes_width_ = std::clamp(longest_note, kLeastNotes, std::max(most_notes, kLeastNotes));
    lanes_width_ = style_.width - std::min(style_.width / 2, notes_width_ + kGap);
    size_t others = lane_of_.size() > 1 ? lane_of_.size() - 1 : 1;
    size_t room = lanes_width_ > kMargin + kLeastText ? lanes_width_ - kMargin - kLeastText : 0;
    indent_ = std::clamp(room / others, kLeastIndent, kMostIndent);
  }

  size_t column(size_t lane) const { return kMargin + lane * indent_; }

  // A thread's name where it fits, else the part before its function: "T1".
  std::string name(ThreadId t, size_t room) const {
    std::string full = t < replay_.threads.size() ? replay_.threads[t].name : "?";
    if (display_width(full) <= room) return full;
    return fit(full.substr(0, full.find(' ')), room, style_);
  }

  void draw_header() {
    std::string line;
    size_t at = 0;
    for (auto [thread, lane] : lane_of_) {
      line += std::string(column(lane) - at, ' ');
      bool is_last = lane + 1 == lane_of_.size();
      size_t room = is_last ? style_.width - std::min(style_.width - 8, column(lane)) : indent_ - 1;
      std::string text = name(thread, room);
      line += style_.paint(Tone::Bold, text);
      at = column(lane) + display_width(text);
    }
    out_ += line + "\n";
  }

  // The line number, with the file where it is not the one that the report is about.
  std::string number(const Row& row) const {
    if (row.place.line == 0) return "";
    if (row.place.file == main_file_) return std::to_string(row.place.line);
    return row.place.file.substr(row.place.file.rfind('/') + 1) + ":" + std::to_string(row.place.line);
  }

  bool is_alive(ThreadId t, const Row& row) const {
    if (replay_.steps.empty()) return false;
    const std::vector<Position>& positions = replay_.steps[row.at].positions;
    return t < positions.size() && positions[t].status == ThreadStatus::Parked;
  }

  void draw_row(const Row& row) {
    size_t lane = lane_of_.at(row.thread);
    std::string text;
    size_t width = 0;
    switch (row.kind) {
      case Row::Kind::Fold: text = row.text; break;
      case Row::Kind::Remark: text = std::string(style_.dot()) + " " + row.text; break;
      case Row::Kind::Failure: text = std::string(style_.cross()) + " " + padded_number(row, 2) + "  " + row.text; break;
      case Row::Kind::Step: text = padded_number(row, 0) + "  " + row.text; break;
    }
    size_t end = row.kind == Row::Kind::Remark && row.notes.empty() ? style_.width : lanes_width_;
    size_t room = end > column(lane) + 8 ? end - column(lane) : 8;
    text = fit(text, room, style_);
    width = display_width(text);
    put_line(row, lane, style_.paint(tone_of(row), text), width, row.notes);
  }

  // Numbers are padded so that the source lines of a lane stand under each other.
  std::string padded_number(const Row& row, size_t taken) const {
    std::string text = number(row);
    size_t width = std::min(number_width_, size_t{5});
    size_t used = display_width(text) + taken;
    return used < width ? std::string(width - used, ' ') + text : text;
  }

  static Tone tone_of(const Row& row) {
    switch (row.kind) {
      case Row::Kind::Fold: return Tone::Faint;
      case Row::Kind::Remark: return row.text == "preempted" ? Tone::Warning : Tone::Faint;
      case Row::Kind::Failure: return Tone::Error;
      case Row::Kind::Step: return Tone::Plain;
    }
    return Tone::Plain;
  }

  void put_line(const Row& row, size_t lane, const std::string& text, size_t width, const std::vector<std::string>& notes) {
    std::vector<std::string> note_lines = wrapped(notes);
    for (size_t i = 0; i < std::max<size_t>(1, note_lines.size()); ++i) {
      std::string line;
      size_t at = 0;
      for (auto [thread, other] : lane_of_) {
        bool is_own = other == lane && i == 0;
        if (!is_own && (column(other) < at || !is_alive(thread, row))) continue;
        if (column(other) < at) continue;
        line += std::string(column(other) - at, ' ');
        line += is_own ? text : style_.paint(Tone::Faint, style_.bar());
        at = column(other) + (is_own ? width : 1);
      }
      if (i < note_lines.size()) {
        size_t notes_at = std::max(lanes_width_ + kGap, at + kGap);
        line += std::string(notes_at - at, ' ');
        line += style_.paint(row.kind == Row::Kind::Failure ? Tone::Error : Tone::Value, note_lines[i]);
      }
      out_ += line + "\n";
    }
  }

  // Several notes share a line while they fit.
  std::vector<std::string> wrapped(const std::vector<std::string>& notes) const {
    std::vector<std::string> lines;
    size_t room = style_.width > lanes_width_ + kGap ? style_.width - lanes_width_ - kGap : kLeastNotes;
    for (const std::string& note : notes) {
      std::string text = fit(note, room, style_);
      bool fits = !lines.empty() && display_width(lines.back()) + 2 + display_width(text) <= room;
      if (fits) lines.back() += ", " + text;
      else lines.push_back(std::move(text));
    }
    return lines;
  }

  const std::vector<Row>& rows_;
  const Replay& replay_;
  const std::string& main_file_;
  const Style& style_;
  std::map<ThreadId, size_t> lane_of_;
  size_t number_width_ = 1, notes_width_ = 0, lanes_width_ = 0, indent_ = 0;
  std::string out_;
};

}  // namespace

std::string draw_lanes(const std::vector<Row>& rows, const Replay& replay, const Place& main_place, const Style& style) {
  return rows.empty() ? "" : Drawing(rows, replay, main_place, style).draw();
}

}  // namespace mover
