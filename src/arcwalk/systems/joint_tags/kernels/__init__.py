"""Search and learning over trees and tags together."""
